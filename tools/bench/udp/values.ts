/** The values in each datagram. They cross no set point of the alerts that `bench:ingest` gives its devices. */
export const VALUES = 'TC1=20.1,TC2=40.4,TC3=60.6';
