import { describeShortForms } from './short-form.ts';

describeShortForms('the drills on servers of the launcher, in their short form', 'launched');
