import { groupName } from '../basics/blood.ts'
import { type Column, column } from '../basics/sheet.ts'
import type { ConsentForm } from './consenting.ts'

type Listed = Pick<
  ConsentForm,
  'id' | 'status' | 'submittedAt' | 'name' | 'phone' | 'age' | 'gender' | 'bloodGroup'
> & { readonly flags: number }

/** The list of a bank's donor forms: of the answers only how many speak against the donor. */
export const consentColumns: readonly Column<Listed>[] = [
  column('Submitted', ({ submittedAt }) => submittedAt),
  column('Donation ID', ({ id }) => id),
  column('Donor', ({ name }) => name),
  column('Gender', ({ gender }) => gender),
  column('Age', ({ age }) => age),
  column('Phone Number', ({ phone }) => phone),
  column('Blood Group', ({ bloodGroup }) => groupName(bloodGroup)),
  column('Answers', ({ flags }) => (flags > 0 ? `${flags} to look at` : 'None ticked')),
  column('Form Status', ({ status }) => status),
]
