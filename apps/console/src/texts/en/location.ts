/** Manage Locations. */
export const location = {
  name: 'Location |||| Locations',
  fields: { locationName: 'Location Name' },
  hints: { locationName: 'Such as a city or a site.' },
  columns: { locationName: 'Name' },
  action: { create: 'Add Location' },
  created: 'Location created',
  delete: 'Delete Location',
  deleteWhat: '%{name} will be deleted. Nobody can choose it any more.',
  info: {
    heading: 'Where customers are',
    what: 'A location is the name of a place, such as a city or a site.',
    use: 'Every user belongs to one, chosen when signing up.',
    delete: 'A location that users belong to cannot be deleted.',
  },
  empty: 'No locations yet',
  invite: 'Add one: without it no user can be added, and nobody can sign up.',
} as const;
