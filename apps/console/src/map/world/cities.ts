/**
 * Cities for orientation, so that a map without external tiles is not blank at a city's scale: four sizes, the largest first,
 * each city with latitude and longitude.
 */
const BY_SIZE = [
  `
    Addis Ababa 9.025 38.747, Algiers 36.753 3.059, Ankara 39.933 32.86, Athens 37.984 23.728,
    Auckland -36.848 174.763, Baghdad 33.315 44.366, Bangkok 13.756 100.502, Beijing 39.904 116.407,
    Berlin 52.52 13.405, Bogotá 4.711 -74.072, Brasília -15.794 -47.883, Bucharest 44.427 26.103,
    Budapest 47.498 19.04, Buenos Aires -34.604 -58.382, Cairo 30.044 31.236, Cape Town -33.925 18.424,
    Caracas 10.481 -66.904, Casablanca 33.573 -7.59, Chicago 41.878 -87.63, Copenhagen 55.676 12.568,
    Dakar 14.693 -17.447, Delhi 28.614 77.209, Denver 39.739 -104.99, Dhaka 23.811 90.412,
    Dubai 25.205 55.271, Dublin 53.35 -6.26, Hanoi 21.028 105.854, Havana 23.114 -82.367,
    Helsinki 60.17 24.938, Ho Chi Minh City 10.823 106.63, Hong Kong 22.32 114.169, Istanbul 41.008 28.978,
    Jakarta -6.209 106.846, Johannesburg -26.204 28.047, Karachi 24.861 67.01, Khartoum 15.501 32.56,
    Kinshasa -4.442 15.266, Kuala Lumpur 3.139 101.687, Kyiv 50.45 30.523, Lagos 6.524 3.379,
    Lima -12.046 -77.043, Lisbon 38.722 -9.139, London 51.507 -0.128, Los Angeles 34.052 -118.244,
    Luanda -8.839 13.289, Madrid 40.417 -3.704, Manila 14.6 120.984, Melbourne -37.814 144.963,
    Mexico City 19.433 -99.133, Miami 25.762 -80.192, Minsk 53.905 27.561, Moscow 55.756 37.617,
    Mumbai 19.076 72.878, Nairobi -1.292 36.822, New York 40.713 -74.006, Oslo 59.914 10.752,
    Paris 48.857 2.352, Perth -31.951 115.861, Prague 50.075 14.438, Reykjavík 64.147 -21.942,
    Rio de Janeiro -22.907 -43.173, Riyadh 24.714 46.675, Rome 41.903 12.496, Saint Petersburg 59.931 30.361,
    San Francisco 37.775 -122.419, Santiago -33.449 -70.669, Seattle 47.606 -122.332, Seoul 37.567 126.978,
    Shanghai 31.23 121.474, Singapore 1.352 103.82, Stockholm 59.329 18.069, Sydney -33.869 151.209,
    São Paulo -23.551 -46.633, Taipei 25.033 121.565, Tashkent 41.299 69.24, Tehran 35.689 51.389,
    Tokyo 35.682 139.759, Toronto 43.653 -79.383, Ulaanbaatar 47.886 106.906, Vancouver 49.283 -123.121,
    Vienna 48.208 16.374, Warsaw 52.23 21.012, Washington 38.907 -77.037, Yangon 16.841 96.173
  `,
  `
    Abu Dhabi 24.454 54.377, Accra 5.604 -0.187, Adelaide -34.929 138.601, Almaty 43.239 76.889,
    Amman 31.945 35.928, Amsterdam 52.373 4.892, Anchorage 61.218 -149.9, Astana 51.169 71.449,
    Asunción -25.264 -57.576, Atlanta 33.749 -84.388, Baku 40.409 49.867, Barcelona 41.385 2.173,
    Belgrade 44.787 20.457, Bengaluru 12.972 77.595, Boston 42.36 -71.058, Brisbane -27.47 153.026,
    Brussels 50.847 4.357, Calgary 51.045 -114.072, Chengdu 30.573 104.067, Chennai 13.083 80.271,
    Colombo 6.927 79.861, Dallas 32.777 -96.797, Dar es Salaam -6.792 39.208, Darwin -12.463 130.842,
    Doha 25.286 51.533, Durban -29.858 31.022, Edinburgh 55.953 -3.188, Frankfurt 50.111 8.682,
    Guadalajara 20.66 -103.35, Guangzhou 23.129 113.264, Guatemala City 14.634 -90.507, Hamburg 53.551 9.994,
    Harare -17.825 31.034, Honolulu 21.307 -157.858, Houston 29.76 -95.37, Hyderabad 17.385 78.487,
    Islamabad 33.684 73.048, Jeddah 21.486 39.193, Kabul 34.556 69.207, Kathmandu 27.717 85.324,
    Kolkata 22.573 88.364, Kuwait City 29.376 47.977, La Paz -16.49 -68.119, Lusaka -15.387 28.323,
    Lyon 45.764 4.836, Manaus -3.119 -60.022, Maputo -25.969 32.573, Marseille 43.296 5.37, Milan 45.464 9.19,
    Minneapolis 44.978 -93.265, Monterrey 25.687 -100.316, Montevideo -34.901 -56.165,
    Montréal 45.502 -73.567, Munich 48.135 11.582, Naples 40.852 14.268, Novosibirsk 55.008 82.936,
    Osaka 34.694 135.502, Ottawa 45.422 -75.697, Panama City 8.983 -79.519, Phnom Penh 11.556 104.928,
    Phoenix 33.448 -112.074, Porto Alegre -30.035 -51.218, Quito -0.181 -78.468, Recife -8.048 -34.877,
    Riga 56.95 24.105, Salvador -12.978 -38.501, San José 9.928 -84.091, Santo Domingo 18.486 -69.931,
    Sofia 42.698 23.322, Tallinn 59.437 24.754, Tbilisi 41.716 44.783, Tel Aviv 32.085 34.782,
    Tripoli 32.887 13.191, Tunis 36.806 10.182, Vilnius 54.687 25.28, Vladivostok 43.116 131.883,
    Wellington -41.287 174.776, Winnipeg 49.895 -97.138, Yekaterinburg 56.839 60.606, Zagreb 45.815 15.982,
    Zürich 47.377 8.541
  `,
  `
    Abidjan 5.345 -4.024, Austin 30.267 -97.743, Beirut 33.894 35.502, Belfast 54.597 -5.93,
    Bergen 60.391 5.322, Bern 46.948 7.447, Bilbao 43.263 -2.935, Birmingham 52.486 -1.89,
    Bordeaux 44.838 -0.579, Bratislava 48.149 17.107, Chișinău 47.011 28.864, Cologne 50.938 6.96,
    Córdoba -31.42 -64.189, Damascus 33.514 36.277, Detroit 42.331 -83.046, Edmonton 53.546 -113.494,
    Fukuoka 33.59 130.402, Gdańsk 54.352 18.647, Geneva 46.204 6.143, Glasgow 55.861 -4.25,
    Gothenburg 57.709 11.975, Guayaquil -2.171 -79.922, Jerusalem 31.768 35.214, Kampala 0.348 32.583,
    Kraków 50.065 19.945, Lahore 31.52 74.359, Las Vegas 36.17 -115.14, Ljubljana 46.057 14.506,
    Lviv 49.84 24.03, Managua 12.115 -86.236, Manchester 53.481 -2.242, Marrakesh 31.63 -8.009,
    Medellín 6.244 -75.581, Mombasa -4.043 39.668, Muscat 23.588 58.383, Nagoya 35.182 136.906,
    New Orleans 29.951 -90.072, Odesa 46.482 30.723, Palermo 38.116 13.361, Philadelphia 39.953 -75.164,
    Portland 45.515 -122.678, Porto 41.158 -8.629, Rabat 34.021 -6.842, Salt Lake City 40.761 -111.891,
    San Diego 32.716 -117.161, Sarajevo 43.856 18.413, Seville 37.389 -5.984, Shenzhen 22.543 114.058,
    Skopje 41.998 21.425, Stuttgart 48.776 9.183, Surabaya -7.257 112.752, Thessaloniki 40.64 22.944,
    Tirana 41.328 19.819, Toulouse 43.605 1.444, Trondheim 63.431 10.395, Turin 45.07 7.687,
    Valencia 39.47 -0.376, Vientiane 17.976 102.633, Wrocław 51.108 17.038, Wuhan 30.593 114.306,
    Xi'an 34.342 108.94, Yerevan 40.179 44.499, İzmir 38.424 27.143
  `,
  `
    Antwerp 51.221 4.402, Baltimore 39.29 -76.612, Basel 47.56 7.588, Bologna 44.494 11.343,
    Bremen 53.079 8.802, Bristol 51.455 -2.588, Brno 49.195 16.607, Cardiff 51.482 -3.179, Cork 51.899 -8.475,
    Dortmund 51.514 7.465, Dresden 51.05 13.737, Düsseldorf 51.228 6.774, Genoa 44.405 8.946,
    Ghent 51.054 3.725, Graz 47.071 15.44, Grenoble 45.188 5.725, Hannover 52.376 9.732,
    Innsbruck 47.269 11.404, Kiel 54.323 10.136, Leeds 53.801 -1.549, Leipzig 51.34 12.375,
    Lille 50.629 3.057, Linz 48.307 14.286, Liverpool 53.408 -2.992, Luxembourg 49.612 6.13,
    Lübeck 53.866 10.687, Malmö 55.605 13, Montpellier 43.611 3.877, Málaga 36.721 -4.421,
    Münster 51.961 7.626, Nantes 47.218 -1.554, Nice 43.71 7.262, Nuremberg 49.452 11.077,
    Poznań 52.406 16.925, Pretoria -25.747 28.229, Rennes 48.117 -1.678, Rostock 54.092 12.099,
    Rotterdam 51.924 4.478, Saint-Étienne 45.44 4.387, Salzburg 47.81 13.055, Stavanger 58.97 5.733,
    Strasbourg 48.573 7.752, Tampere 61.498 23.761, The Hague 52.071 4.3, Utrecht 52.091 5.122,
    Venice 45.441 12.316, Verona 45.438 10.992, Zaragoza 41.649 -0.889
  `,
];

/** Name, latitude, longitude, and size from 1 (shown first) to 4. */
export const CITIES = BY_SIZE.flatMap((cities, index) =>
  cities.split(',').map((city) => {
    const [, name = '', latitude, longitude] = /^(.+) (\S+) (\S+)$/.exec(city.trim()) ?? [];
    return [name, Number(latitude), Number(longitude), index + 1] as const;
  }),
);
