import type { User } from '@telemon/contracts/auth/users';
import { useChoices } from '../kit/choice-input.tsx';

/** Every manager, for an admin to choose among; undefined for others, and until they are known. */
export const useManagers = () => useChoices<User>('managers');
