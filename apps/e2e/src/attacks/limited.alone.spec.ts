import { attacksOnCodes } from './codes.ts';
import { limitedInstallation } from './limited.ts';
import { attacksOnSignIn } from './sign-in.ts';
import { slowUploads } from './slow-uploads.ts';

// These run one after the other on one installation, and leave each other's limits alone.
const limited = limitedInstallation();
slowUploads(limited);
attacksOnCodes(limited);
attacksOnSignIn(limited);
