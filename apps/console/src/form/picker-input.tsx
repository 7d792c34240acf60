import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import type { Ref } from 'react';
import { Input } from './field.tsx';
import styles from './device-picker.module.css';

interface Props {
  /** As the Autocomplete gives them. */
  params: AutocompleteRenderInputParams;
  /** Where there is no label beside it. */
  label?: string | undefined;
  placeholder: string;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onBlur?: (() => void) | undefined;
  said?: object | undefined;
}

/** What is typed into to find one of many. */
export const PickerInput = ({ params, label, placeholder, inputRef, onBlur, said }: Props) => {
  const { slotProps } = params;
  const { ref, ...htmlInput } = slotProps.htmlInput as { ref: Ref<HTMLInputElement> };
  return (
    <div ref={slotProps.input.ref} className={styles.picker}>
      <Input
        {...htmlInput}
        {...said}
        aria-label={label}
        placeholder={placeholder}
        onBlur={(event) => {
          (htmlInput as { onBlur?: (event: unknown) => void }).onBlur?.(event);
          onBlur?.();
        }}
        ref={(element) => {
          for (const one of [ref, inputRef]) {
            if (typeof one === 'function') one(element);
            else if (one) one.current = element;
          }
        }}
      />
    </div>
  );
};
