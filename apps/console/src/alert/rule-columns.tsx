import type { Alert, AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { Column } from '../kit/column.tsx';
import { Measured } from './measured.tsx';

/** The rule of an alert, or the rule by which an entry of the alert log fired. */
export const ruleColumns = <Row extends Alert | AlertLogEntry>(resource: 'alert' | 'alertLog') => [
  <Column<Row>
    key="sensorName"
    source="sensorName"
    label={`resources.${resource}.fields.sensorName`}
    className="wraps"
  />,
  <Column<Row> key="valueType" source="valueType" label={`resources.${resource}.fields.valueType`} />,
  <Column<Row>
    key="alertType"
    source="alertType"
    label={`resources.${resource}.fields.alertType`}
    render={({ alertType, criteria, sensorName }) => (
      <>
        {alertType} <Measured values={criteria.values} sensorName={sensorName} />
      </>
    )}
  />,
];
