import { useText } from '../texts/use-text.ts';
import { DevicePicker } from './device-picker.tsx';
import { Field } from './field.tsx';
import { useField } from './inputs.tsx';

/** A device, by its name, as a field of a form. */
export const DeviceInput = ({ source, onChosen }: { source: string; onChosen: () => void }) => {
  const text = useText();
  const { field, frame, said } = useField({ source, label: text('form.device') });
  return (
    <Field {...frame}>
      <DevicePicker
        id={frame.id}
        value={field.value || null}
        said={said}
        inputRef={field.ref}
        onBlur={field.onBlur}
        onChange={(deviceName) => {
          field.onChange(deviceName);
          onChosen();
        }}
      />
    </Field>
  );
};
