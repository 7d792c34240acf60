import { writeDocuments } from './documents.ts';

await writeDocuments();
