import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsFromCode } from './documents.ts';
import { ROOT } from './source-files.ts';

for (const [path, text] of await documentsFromCode()) writeFileSync(join(ROOT, path), text);
