import type { UserRole } from '@telemon/contracts/actor';
import type { User } from '@telemon/contracts/auth/users';

const aUser = (id: string, userRole: UserRole, name: string, managerId: string | null): User => ({
  id,
  name,
  email: `${id}@example.com`,
  userRole,
  mqttAdmin: 'Inactive',
  contact: '+15005550006',
  companyName: 'Cold Stores',
  companyAddress: '1 Quay Street',
  country: 'France',
  locationId: 'lyon',
  locationName: 'Lyon',
  smsLimit: 1000,
  alertContactStatus: 0,
  managerId,
  createdAt: '2026-01-05T10:00:00.000Z',
  hasSignedIn: true,
});

/** Users of each role; the assistant is Maud's. */
export const ADA = aUser('ada', 'admin', 'Ada Admin', null);
export const MAUD = aUser('maud', 'manager', 'Maud Manager', 'maud');
export const MILA = aUser('mila', 'manager', 'Mila Manager', 'mila');
export const ASA = aUser('asa', 'assistant', 'Asa Assistant', 'maud');
