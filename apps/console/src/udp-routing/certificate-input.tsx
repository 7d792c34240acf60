import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { CERTIFICATE_FILE } from '@telemon/contracts/devices/file-kinds';
import { FileField } from '../kit/file-field.tsx';
import { useText } from '../texts/use-text.ts';

const SOURCE = 'certificate.list';
const PRINTED = { fontFamily: 'ui-monospace, monospace', fontSize: 13 };

/** The certificates of a rule, pasted or read from a file, whose text is shown before it is sent. */
export const CertificateInput = () => {
  const text = useText();
  const { setValue } = useFormContext();
  const [refused, setRefused] = useState<string | null>(null);
  const take = async (file: File) => {
    setRefused(null);
    setValue(SOURCE, await file.text(), { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  return (
    <>
      <TextInput
        source={SOURCE}
        label="resources.udp-routing.fields.certificate"
        helperText="resources.udp-routing.hints.certificate"
        className="wide"
        multiline
        minRows={4}
        maxRows={10}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none', style: PRINTED } }}
      />
      <div className="wide">
        <FileField
          kind={CERTIFICATE_FILE}
          label={text('resources.udp-routing.action.chooseFile')}
          hint={text('resources.udp-routing.hints.file')}
          fault={refused ?? undefined}
          onFile={(file) => void take(file)}
          onRefused={setRefused}
        />
      </div>
    </>
  );
};
