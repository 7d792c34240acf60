import HomePage from './home-page.tsx';

/** The map alone, from edge to edge. */
export default function MapsPage() {
  return <HomePage isMapAlone />;
}
