import { PLAN_FILE } from '@telemon/contracts/devices/file-kinds';
import fieldStyles from '../form/field.module.css';
import { DropZone, takenFrom } from '../form/drop-zone.tsx';
import { saidBy } from '../form/field.tsx';
import { useField } from '../form/inputs.tsx';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { PLAN_MAX_MB } from './plan-file.ts';
import { usePlanUpload, type UploadState } from './use-plan-upload.ts';
import styles from './plan-upload.module.css';

type Sent = Extract<UploadState, { step: 'sending' }>;
type There = Extract<UploadState, { step: 'there' }>;

const Sending = ({ state, onStop }: { state: Sent; onStop: () => void }) => {
  const text = useText();
  const percent = Math.round(state.share * 100);
  return (
    <div className={styles.sending}>
      <span className={styles.name}>{state.fileName}</span>
      {/* Once all of it has left it is looked at, and there is no saying how long. */}
      <progress
        aria-label={text('floors.form.sending', { name: state.fileName })}
        max={100}
        value={percent < 100 ? percent : undefined}
      />
      <span className="quiet">{percent < 100 ? `${percent} %` : text('floors.form.looking')}</span>
      <Button autoFocus onClick={onStop}>
        {text('floors.form.stop')}
      </Button>
    </div>
  );
};

const Preview = ({ state, busy, onRemove }: { state: There; busy: boolean; onRemove: () => void }) => {
  const text = useText();
  const { mapUrl, width, height } = state.plan;
  return (
    <div className={styles.there}>
      <img src={mapUrl} alt={text('floors.form.preview')} className={styles.preview} />
      <span className={styles.name}>
        {state.fileName} <span className="quiet">{text('floors.form.size', { width, height })}</span>
      </span>
      <Button autoFocus icon={<Icon name="trash" />} disabled={busy} onClick={onRemove}>
        {text('floors.form.remove')}
      </Button>
    </div>
  );
};

/** The image of a floor's plan, by a file chooser or dropped here; what is kept of it is shown as it will be seen. */
export const PlanUpload = () => {
  const text = useText();
  const hint = text('floors.form.planHint', { megabytes: PLAN_MAX_MB });
  const { field, frame } = useField({ source: 'mapUrl', label: text('floors.form.plan') });
  const { state, isRemoving, send, remove, stop } = usePlanUpload(field.onChange);
  const fault = state.step === 'none' ? (state.fault ?? frame.error) : undefined;
  return (
    <div className={fieldStyles.wide} role="group" aria-labelledby={`${frame.id}-label`}>
      <span id={`${frame.id}-label`} className={fieldStyles.label}>
        {frame.label}
      </span>
      <DropZone
        className={styles.zone}
        isWrong={fault !== undefined}
        disabled={state.step !== 'none'}
        onFiles={(files) => void send(files)}
      >
        {state.step === 'none' && (
          <>
            <label className={styles.choose}>
              <input
                {...saidBy(frame.id, fault, hint)}
                type="file"
                autoFocus={state.isAgain === true}
                accept={PLAN_FILE.endings.join(',')}
                onChange={({ target }) => {
                  const files = takenFrom(target);
                  if (files.length > 0) void send(files);
                }}
              />
              <Icon name="add" />
              {text('floors.form.choose')}
            </label>
            <span className="quiet">{text('floors.form.orDrop')}</span>
          </>
        )}
        {state.step === 'sending' && <Sending state={state} onStop={stop} />}
        {state.step === 'there' && (
          <Preview state={state} busy={isRemoving} onRemove={() => void remove(state.plan)} />
        )}
      </DropZone>
      <p id={`${frame.id}-said`} className={fault === undefined ? fieldStyles.hint : fieldStyles.error}>
        {fault ?? hint}
      </p>
    </div>
  );
};
