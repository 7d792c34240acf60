import { describeShortForms } from './short-form.ts';

describeShortForms('the drills that share an installation, in their short form', 'shared');
