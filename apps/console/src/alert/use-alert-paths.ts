import { useCreatePath } from 'react-admin';

/** The addresses of the alerts, of their log, and of the part of it that waits to be acknowledged. */
export const useAlertPaths = () => {
  const alerts = useCreatePath()({ resource: 'alert', type: 'list' });
  const log = `${alerts}/log`;
  return {
    alerts,
    log,
    pending: `${log}?filter=${encodeURIComponent(JSON.stringify({ status: 'Pending' }))}`,
  };
};
