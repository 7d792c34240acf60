import { attacksOnCodes } from './codes.ts';
import { limitedInstallation } from './limited.ts';
import { attacksOnSignIn } from './sign-in.ts';
import { slowUploads } from './slow-uploads.ts';

// One after the other on one installation: each leaves the limits of the others alone.
const limited = limitedInstallation();
slowUploads(limited);
attacksOnCodes(limited);
attacksOnSignIn(limited);
