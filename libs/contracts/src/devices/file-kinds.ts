/** A kind of file that users upload: the endings of its name, lower case, and its largest size, bytes. */
export interface FileKind {
  readonly endings: readonly string[];
  readonly mostBytes: number;
}

/** Rows: a calibration table, or devices to import. */
export const SHEET_FILE: FileKind = { endings: ['.xls', '.xlsx', '.csv'], mostBytes: 5 * 1_048_576 };
/** The plan of a floor. */
export const PLAN_FILE: FileKind = {
  endings: ['.png', '.jpeg', '.jpg', '.svg'],
  mostBytes: 10 * 1_048_576,
};

/** Certificates in PEM, read by the console alone. */
export const CERTIFICATE_FILE: FileKind = { endings: ['.pem', '.crt', '.cer'], mostBytes: 1_048_576 };

/** Whether a file of this name may be of the kind; its content decides. */
export const isNamedAs = ({ endings }: FileKind, fileName: string): boolean =>
  endings.some((ending) => fileName.toLowerCase().endsWith(ending));
