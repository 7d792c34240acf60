import type { ComponentProps, ReactNode } from 'react';
import { useInput, type InputProps } from 'react-admin';
import { useText } from '../texts/use-text.ts';
import { AddHere, type AddForm } from './add-here.tsx';
import { Field, Input, Select, TextArea, saidBy } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface Common {
  source: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  wide?: boolean;
  disabled?: boolean;
}

/** A validator's word arrives as text from the service, and wrapped from this page. */
const wordsOf = (error: { message?: unknown } | undefined): string | undefined => {
  const message = error?.message;
  if (typeof message === 'string') return message;
  const inner = (message as { message?: unknown } | undefined)?.message;
  return typeof inner === 'string' ? inner : undefined;
};

/** What every input of a form shares: its value, its error, and the frame with its label. */
export const useField = (common: Common, options: Partial<InputProps> = {}) => {
  const text = useText();
  const { id, field, fieldState } = useInput({ source: common.source, ...options });
  const error = wordsOf(fieldState.error);
  const frame = {
    id,
    label: common.label,
    error,
    hint: common.hint,
    optional: common.optional ? text('form.optional') : undefined,
    wide: common.wide,
  };
  return { field, frame, said: saidBy(id, error, common.hint) };
};

type Passed<Tag extends 'input' | 'textarea'> = Pick<
  ComponentProps<Tag>,
  'maxLength' | 'autoComplete' | 'inputMode' | 'placeholder' | 'autoFocus'
>;

export const TextInput = ({
  type = 'text',
  ...props
}: Common & Passed<'input'> & { type?: 'text' | 'email' | 'tel' | 'password' }) => {
  const { source: _, label: __, hint: ___, optional: ____, wide: _____, ...passed } = props;
  const { field, frame, said } = useField(props);
  const attributes = { spellCheck: false, ...passed, ...field, ...said };
  return (
    <Field {...frame}>
      {type === 'password' ? <PasswordInput {...attributes} /> : <Input type={type} {...attributes} />}
    </Field>
  );
};

const asNumber = (value: unknown) => (value === '' || value === null ? null : Number(value));

export const NumberInput = (props: Common & { min?: number; max?: number; whole?: boolean }) => {
  const { field, frame, said } = useField(props, { parse: asNumber });
  return (
    <Field {...frame}>
      <Input
        type="number"
        inputMode={props.whole ? 'numeric' : 'decimal'}
        step={props.whole ? 1 : 'any'}
        min={props.min}
        max={props.max}
        disabled={props.disabled}
        className="numbers"
        {...field}
        {...said}
      />
    </Field>
  );
};

/** A number whose label stands elsewhere for those who see it, such as above its column. */
export const BareNumberInput = (props: Pick<Common, 'source' | 'label'>) => {
  const { field, frame, said } = useField(props, { parse: asNumber });
  return (
    <Field {...frame} isLabelHidden>
      <Input type="number" inputMode="decimal" step="any" className="numbers" {...field} {...said} />
    </Field>
  );
};

export interface Choice {
  id: string | number;
  name: string;
}

interface SelectProps extends Common {
  choices: readonly Choice[];
  /** What stands there while nothing is chosen; without it something always is. */
  none?: string;
  onChosen?: (id: string) => void;
  /** The way to one more, without leaving the form. */
  add?: { label: string; form: (props: AddForm) => ReactNode } | undefined;
}

export const SelectInput = (props: SelectProps) => {
  const { field, frame, said } = useField(props);
  const { add, disabled, onChosen } = props;
  const onAdded = (id: string) => {
    field.onChange(id);
    onChosen?.(id);
  };
  return (
    <Field
      {...frame}
      action={
        add &&
        !disabled && (
          <AddHere label={add.label} onAdded={onAdded}>
            {add.form}
          </AddHere>
        )
      }
    >
      <Select
        disabled={disabled}
        {...field}
        {...said}
        onChange={(event) => {
          field.onChange(event);
          onChosen?.(event.target.value);
        }}
      >
        {props.none !== undefined && <option value="">{props.none}</option>}
        {props.choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
};

export const TextAreaInput = ({ rows = 3, ...props }: Common & { rows?: number; maxLength?: number }) => {
  const { field, frame, said } = useField(props);
  return (
    <Field {...frame}>
      <TextArea rows={rows} maxLength={props.maxLength} {...field} {...said} />
    </Field>
  );
};

/** The options of a contract's enumeration, as a select takes them. */
export const choicesOf = (options: readonly string[]): Choice[] =>
  options.map((option) => ({ id: option, name: option }));
