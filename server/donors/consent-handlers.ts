import type { consent, SeenForm } from '#contract/consent.ts'
import type { FormStand } from '#domain/bags/forms.ts'
import { earlier, hours } from '#domain/basics/time.ts'
import {
  type ConsentDraft,
  changedParts,
  complete,
  consentWords,
  flaggedIn,
  keepDraft,
  reject,
  whyNotCertify,
  whyNotComplete,
  whyNotKeep,
  whyNotTouch,
} from '#domain/donors/consenting.ts'
import { signaturePath, signatureSize, signingWords, whyNotDrawing } from '#domain/donors/signing.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import type { Actor } from '#domain/people/actor.ts'
import { settleBagsOfForm } from '../bags/forms.ts'
import type { Db } from '../db/database.ts'
import type { TellOpened } from '../db/opening.ts'
import type { Place } from '../db/page-range.ts'
import { letGoOfFile, nameFile, type StoredFiles } from '../db/stored-files.ts'
import type { Work } from '../db/work.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { asDrawing } from '../platform/storage/png.ts'
import type { certificatesOn } from './certificates.ts'
import { consentStore, consentWriter, type FormFilter, type KeptForm } from './consent-store.ts'

type Parts = { files: StoredFiles; opened: TellOpened; certificate: ReturnType<typeof certificatesOn> }

const pageSize = 20 // §9
const words = { ...donorWordsEn.alerts, ...signingWords }

export const consentHandlers = ({ files, certificate, opened }: Parts): Handlers<typeof consent> => ({
  list: ({ actor, db }, cursors) => listOf(db, actor, {}, pageRange(cursors)),

  waiting: async ({ actor, db, now }) => ({
    count: await consentStore(db, bankOf(actor).bankId).countIncomplete(earlier(now, hours(24))),
  }),

  find: async ({ actor, db }, { id, phone, ...cursors }) =>
    id === undefined && phone === undefined
      ? { items: [], next: null }
      : listOf(db, actor, { id, phone }, pageRange(cursors)),

  async show({ actor, db, now }, { id }) {
    const form = await consentStore(db, bankOf(actor).bankId).find(id)
    if (!form) throw notFound()
    const read = { kind: 'donor-form-opened' as const, thing: id, detail: { formId: id } }
    await opened({ db, actor, now }, { ...read, bankId: form.bankId })
    return told(form)
  },

  save: ({ actor, inTransaction }, { id, seen, draft, haveSeenBags }) =>
    inTransaction(async (work) => {
      const form = await touched(work, actor, { id, seen })
      refuse(words, whyNotKeep(draft, form))
      return decide(work, form, keepDraft(form, draft), { kind: 'donor-form-saved', haveSeenBags })
    }),

  complete: ({ actor, inTransaction }, { id, seen, draft, haveSeenBags }) =>
    inTransaction(async (work) => {
      const form = await touched(work, actor, { id, seen })
      refuse(words, whyNotComplete(draft, form, form.signaturePath !== null))
      const done = withSignature(complete(form, draft, work.now), draft)
      await letGoOfOther(work, form, done.signaturePath)
      return decide(work, form, done, { kind: 'donor-form-completed', haveSeenBags })
    }),

  reject: ({ actor, inTransaction }, { id, seen, draft, haveSeenBags }) =>
    inTransaction(async (work) => {
      const form = await touched(work, actor, { id, seen })
      return decide(work, form, reject(form, draft), { kind: 'donor-form-rejected', haveSeenBags })
    }),

  async sign({ actor, db, file, inTransaction }, { id, seen }) {
    const drawing = await asDrawing(file, signatureSize)
    // asked before and after: the store may take its time
    refuseTouch(await consentStore(db, bankOf(actor).bankId).find(id), seen)
    refuse(signingWords, whyNotDrawing(drawing))
    if (!drawing) throw notFound()
    const kept = await files.keep(drawing.bytes, 'png')
    return inTransaction(async (work) => {
      const form = await touched(work, actor, { id, seen })
      const path = signaturePath(form.bankId, id, kept.sha256.slice(0, 16))
      await letGoOfOther(work, form, path)
      await nameFile(work.db, path, kept)
      return keep(
        work,
        form,
        { ...form, signatureName: null, signaturePath: path, isDrawn: true },
        'donor-form-signed',
      )
    })
  },

  async signature({ actor, db }, { id }) {
    const form = await consentStore(db, bankOf(actor).bankId).find(id)
    const bytes = form?.signaturePath && (await files.get(form.signaturePath))
    if (!bytes) throw notFound()
    return { name: `${id}-signature.png`, type: 'image/png', bytes }
  },

  async certificate({ actor, db, now, inTransaction }, { id }) {
    const store = consentStore(db, bankOf(actor).bankId)
    const form = await store.find(id)
    if (!form) throw notFound()
    refuse(consentWords, whyNotCertify(form))
    const bytes = await certificate(form, await store.bank(), inTransaction)
    const read = { kind: 'certificate-downloaded' as const, thing: id, detail: { formId: id } }
    await opened({ db, actor, now }, { ...read, bankId: form.bankId })
    return { name: `${id}.pdf`, type: 'application/pdf', bytes }
  },
})

async function listOf(
  db: Db,
  actor: Actor,
  filter: FormFilter,
  asked: { after: Place | null; through: Place | null },
) {
  const rows = await consentStore(db, bankOf(actor).bankId).list(filter, { ...asked, limit: pageSize })
  const items = rows.map(asListed)
  return pageFrom(items, pageSize, ({ submittedAt }) => submittedAt)
}

/** Nothing of the answers but how many speak against the donor. */
export function asListed<Form extends Parameters<typeof flaggedIn>[0]>({
  deferrals,
  answers,
  ...form
}: Form) {
  const flagged = flaggedIn({ deferrals, answers })
  return { ...form, flags: flagged.deferrals.length + flagged.answers.length }
}

/** The form to be changed, locked, as it was seen; not there if it is another bank's. */
async function touched(work: Work, actor: Actor, { id, seen }: { id: string; seen: string }) {
  const form = await consentWriter(work, bankOf(actor).bankId).lock(id)
  return refuseTouch(form, seen)
}

function refuseTouch(form: KeptForm | null, seen: string): KeptForm {
  if (!form) throw notFound()
  refuse(consentWords, whyNotTouch(form, seen))
  return form
}

/** A signature that was replaced is nobody's any more. */
async function letGoOfOther(work: Work, { signaturePath }: KeptForm, path: string | null): Promise<void> {
  if (signaturePath !== null && signaturePath !== path) await letGoOfFile(work.db, signaturePath)
}

type FormChange = `donor-form-${'saved' | 'signed' | 'completed' | 'rejected'}`

/** Bags that came in by it are asked about first. */
async function decide(
  work: Work,
  before: KeptForm,
  after: KeptForm,
  { kind, haveSeenBags }: { kind: FormChange; haveSeenBags: boolean },
): Promise<SeenForm> {
  const change = { before: standOf(before), after: standOf(after), haveSeen: haveSeenBags }
  await settleBagsOfForm(work, before, change)
  return keep(work, before, after, kind)
}

/** As bags are held against it: the group that was found, and until then the one the donor named. */
const standOf = ({ status, findings, bloodGroup }: KeptForm): FormStand => ({
  status,
  bloodGroup: findings?.bloodGroup ?? bloodGroup,
})

/** One event for each change; it names the parts that changed, never what is in them. */
async function keep(work: Work, before: KeptForm, after: KeptForm, kind: FormChange): Promise<SeenForm> {
  const saved = await consentWriter(work, before.bankId).save(after)
  await work.record({
    subjectId: before.id,
    kind,
    from: before.status,
    to: saved.status,
    bankId: before.bankId,
    detail: { changed: changedParts(before, saved) },
  })
  return told(saved)
}

/** The one that was preferred alone (§3.3). */
const withSignature = (form: KeptForm, { signature }: ConsentDraft): KeptForm => ({
  ...form,
  signaturePath: signature.preference === 'drawn' ? form.signaturePath : null,
})

const told = ({ signaturePath: _, ...form }: KeptForm): SeenForm => form
