import { z } from 'zod'
import { BloodGroup, bloodGroups, type ComponentCode } from '../basics/blood.ts'
import { Sex } from '../basics/person.ts'
import { line } from '../basics/text.ts'
import { CampCategory } from '../camps/company.ts'
import { DonorForm } from '../donors/donor-form.ts'
import { Findings } from '../donors/findings.ts'
import { donorTextLimits } from '../donors/limits.ts'
import { signaturePath } from '../donors/signing.ts'
import { RequestId } from '../requests/request.ts'
import { type DonorRecord, findingKeys } from './bank-documents.ts'
import { AnyDay, filled, Instant, OrganisationId, orNothing, type Reading, readBy } from './shapes.ts'

export type ReadCompany = z.output<typeof CompanyDocument>

const CompanyDocument = z
  .object({
    Company_Name: filled(60).refine((name) => name === name.toLowerCase() && !/\s/.test(name), {
      message: 'must be lower case without spaces',
    }),
    LastUpdated_Timestamp: Instant,
    Donation_Dates: z.array(AnyDay).length(3),
    Category: CampCategory,
  })
  .transform((company) => ({
    name: company.Company_Name,
    category: company.Category,
    donationDays: company.Donation_Dates,
    updatedAt: company.LastUpdated_Timestamp,
  }))

/** The way back from §3.3. */
export const readCompany = (document: unknown): Reading<ReadCompany> => readBy(CompanyDocument, document)

export type ReadInventory = z.output<typeof InventoryDocument>

const UnitsByGroup = z.partialRecord(BloodGroup, z.int().min(0).max(2_147_483_647)).default({})

/** Every cell as counted at the one time that the document knows; null: the bank never counted. */
const InventoryDocument = z
  .object({
    BloodBankId: OrganisationId,
    PRBC: UnitsByGroup,
    SDP: UnitsByGroup,
    RDP: UnitsByGroup,
    FFP: UnitsByGroup,
    LastUpdatedTimestamp: orNothing(Instant),
  })
  .transform(({ BloodBankId: bankId, LastUpdatedTimestamp: countedAt, ...shelves }) => ({
    bankId,
    countedAt,
    cells: (Object.keys(shelves) as ComponentCode[]).flatMap((component) =>
      bloodGroups.map((bloodGroup) => ({
        component,
        bloodGroup,
        quantity: shelves[component][bloodGroup] ?? 0,
      })),
    ),
  }))
  .refine(({ countedAt, cells }) => countedAt !== null || cells.every(({ quantity }) => quantity === 0), {
    path: ['LastUpdatedTimestamp'],
    message: 'must say when it was counted',
  })

export const readInventory = (document: unknown): Reading<ReadInventory> =>
  readBy(InventoryDocument, document)

const Tick = z.boolean().default(false)

/** §3.3. The rules of the public form, as they are kept: nothing may come in by this way that the form refuses. */
const DonorDocument = z
  .object({
    donationID: RequestId,
    language: DonorForm.shape.language,
    date: AnyDay,
    status: DonorForm.shape.status,
    location: OrganisationId,
    age: z.int().min(18).max(150),
    name: filled(donorTextLimits.name),
    email: line(donorTextLimits.email).default(''),
    gender: Sex,
    bloodGroup: BloodGroup,
    phone: z.string().regex(/^[\d-]{10}$/, 'must be a phone number of 10 characters'),
    address: filled(donorTextLimits.address),
    alt_address: line(donorTextLimits.altAddress).default(''),
    dob: AnyDay,
    weight: z.number().min(0.01).max(999),
    last_don_date: orNothing(AnyDay),
    last_meal: line(donorTextLimits.lastMeal).default(''),
    no_donations: z.int().min(0).max(10_000),
    donor_type: z.string().toLowerCase().pipe(DonorForm.shape.donorType),
    screen_test: Tick,
    consent: z.literal(true),
    timestamp: Instant,
    CompletedTimeStamp: orNothing(Instant),
    signName: orNothing(filled(120)),
    signURL: orNothing(z.string()),
    permanent_deferral: DonorForm.shape.deferrals,
    donor_questionnaire: DonorForm.shape.answers,
    bloodBankData: z.looseObject({}).default({}),
  })
  .transform((form, { addIssue }): DonorRecord => {
    const complain = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message, input: form })
    const { signName, signURL, status, CompletedTimeStamp: completedAt } = form
    if (signName !== null && signURL !== null) complain('signURL', 'has a name beside it: one signature')
    if ((status === 'complete') !== (completedAt !== null))
      complain('CompletedTimeStamp', 'belongs to a complete form, and to no other')
    if (status === 'complete' && signName === null && signURL === null)
      complain('status', 'a complete form is signed')
    if (signURL !== null && !isOwnSignature(signURL, form.location, form.donationID))
      complain('signURL', 'must be the path of its own signature')
    const findings = Findings.safeParse(findingsIn(form.bloodBankData))
    if (!findings.success) {
      const [issue] = findings.error.issues
      complain('bloodBankData', `${issue?.path.join('.')}: ${issue?.message}`)
    }
    return {
      id: form.donationID,
      bankId: form.location,
      language: form.language,
      status,
      submittedOn: form.date,
      submittedAt: form.timestamp,
      completedAt,
      name: form.name,
      email: form.email,
      gender: form.gender,
      bloodGroup: form.bloodGroup,
      phone: form.phone,
      address: form.address,
      altAddress: form.alt_address,
      bornOn: form.dob,
      age: form.age,
      weightKg: form.weight,
      lastDonatedOn: form.last_don_date,
      lastMeal: form.last_meal,
      donations: form.no_donations,
      donorType: form.donor_type,
      consent: form.consent,
      screeningDeclared: form.screen_test,
      deferrals: form.permanent_deferral,
      answers: form.donor_questionnaire,
      findings: findings.data && Object.keys(findings.data).length > 0 ? findings.data : null,
      signatureName: signName,
      signaturePath: signURL,
    }
  })

export const readDonorForm = (document: unknown): Reading<DonorRecord> => readBy(DonorDocument, document)

function isOwnSignature(path: string, bankId: string, id: string): boolean {
  const digest = /-([0-9a-f]{8,64})\.png$/.exec(path)?.[1]
  return digest !== undefined && path === signaturePath(bankId, id, digest)
}

/** Numbers stand there too where staff typed them into other systems. */
function findingsIn(data: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(findingKeys).map(([name, key]) => {
    const value = data[name]
    return [key, typeof value === 'number' ? String(value) : value]
  })
  return Object.fromEntries(named)
}
