import { useCreatePath } from 'react-admin';

/** The paths of the alerts, the alert log, and its pending entries. */
export const useAlertPaths = () => {
  const alerts = useCreatePath()({ resource: 'alert', type: 'list' });
  const log = `${alerts}/log`;
  return {
    alerts,
    log,
    pending: `${log}?filter=${encodeURIComponent(JSON.stringify({ status: 'Pending' }))}`,
  };
};
