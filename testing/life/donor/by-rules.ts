import { dayOf } from '#domain/basics/time.ts'
import {
  type ConsentDraft,
  type ConsentForm,
  complete,
  draftOf,
  flaggedIn,
  keepDraft,
  reject,
  whyNotCertify,
  whyNotComplete,
  whyNotKeep,
  whyNotTouch,
} from '#domain/donors/consenting.ts'
import { whyNotDrawing } from '#domain/donors/signing.ts'
import { submit, whyNotSubmit } from '#domain/donors/submitting.ts'
import { aDonorDraft } from '../../../server/demo/makers/donors.ts'
import { instantAt } from '../time.ts'
import type { World } from '../walking.ts'
import {
  type Act,
  type Change,
  changes,
  type Donors,
  type Form,
  type Seen,
  type Wish,
  type Written,
} from './model.ts'

type Kept = Wish & { form: ConsentForm | null; readonly pages: Map<string, ConsentForm> }

/** As the donor's page sends it. */
export const sentBy = ({ name, phone, ticks }: Wish) => {
  const draft = aDonorDraft({ name, phone })
  return {
    ...draft,
    deferrals: { ...draft.deferrals, cancer: ticks > 0 },
    answers: { ...draft.answers, cold: ticks > 1 },
  }
}

/** A page with something typed over it. */
export function typedOver(form: ConsentForm, change: Change): ConsentDraft {
  const { pulse, ...details }: { pulse?: string } & Partial<ConsentDraft> = changes[change]
  const draft = draftOf(form)
  return { ...draft, ...details, findings: { ...draft.findings, ...(pulse ? { pulse } : {}) } }
}

export const formIn = (form: ConsentForm): Form => ({
  status: form.status,
  name: form.name,
  phone: form.phone,
  age: form.age,
  weightKg: form.weightKg,
  donations: form.donations,
  pulse: form.findings?.pulse ?? null,
  foundGroup: form.findings?.bloodGroup ?? null,
  signature: form.signatureName,
  isDrawn: form.isDrawn,
})

/** The rules of donors' forms, put together as the handlers do it. */
export function donorsByRules(): World<Donors> {
  const forms: Kept[] = []
  return {
    people: { banks: ['redbank', 'bluebank'], clerks: ['asha', 'bala'] },
    begin(wish, now) {
      const draft = sentBy(wish)
      if (whyNotSubmit(draft, { bankId: wish.bank, today: dayOf(instantAt(now)) })) throw new Error('refused')
      const sent = submit(draft, { id: '0000000a', bankId: wish.bank, now: instantAt(now) })
      const form = { ...sent, completedAt: null, findings: null, signatureName: null, isDrawn: false }
      forms.push({ ...wish, form, pages: new Map() })
    },
    act: (at, act, now) => actOn(forms[at] as Kept, act, instantAt(now)),
    seen: () => forms.map(({ form }) => seenIn(form)),
  }
}

/** As the server marks a page: by all that is in it. */
const seenAs = (form: ConsentForm) => ({ ...form, seen: JSON.stringify(form) })

function actOn(kept: Kept, act: Act, now: Date): string {
  const { form } = kept
  switch (act.kind) {
    case 'send again':
      return form ? 'done' : 'refused'
    case 'meddle':
      return 'unknown'
    case 'erase':
      kept.form = null
      return form ? 'done' : 'unknown'
    case 'export': {
      if (!form) return 'unknown'
      return `json${whyNotCertify(form) ? '' : ', pdf'}${form.isDrawn ? ', png' : ''}`
    }
    case 'look':
      if (!form) return 'unknown'
      kept.pages.set(act.clerk, form)
      return 'done'
    case 'complete twice': {
      if (!form) return 'unknown, unknown'
      const once = () => change(kept, form, { kind: 'complete', clerk: '', change: 'nothing', signing }, now)
      return [once(), once()].sort().join(', ')
    }
    default: {
      const page = kept.pages.get(act.clerk)
      if (!page) return 'nothing'
      return form ? change(kept, page, act, now) : 'unknown'
    }
  }
}
const signing = { preference: 'typed', name: 'Both' } as const

function change(kept: Kept, page: ConsentForm, act: Written, now: Date): string {
  const { form } = kept
  if (!form || whyNotTouch(seenAs(form), seenAs(page).seen)) return 'stale'
  const after = afterwards(form, page, act, now)
  if (!after) return 'refused'
  kept.form = after
  kept.pages.set(act.clerk, after)
  return 'done'
}

function afterwards(form: ConsentForm, page: ConsentForm, act: Written, now: Date): ConsentForm | null {
  if (!('change' in act))
    return whyNotDrawing({ isBlank: act.kind === 'draw nothing' })
      ? null
      : { ...form, signatureName: null, isDrawn: true }
  const draft = typedOver(page, act.change)
  if (act.kind === 'save') return whyNotKeep(draft, form) ? null : keepDraft(form, draft)
  if (!('signing' in act)) return reject(form, draft)
  const signed = { ...draft, signature: act.signing }
  return whyNotComplete(signed, form, form.isDrawn) ? null : complete(form, signed, now)
}

function seenIn(form: ConsentForm | null): Seen {
  const others = ['unknown', 'not theirs', 'not theirs']
  if (!form)
    return { listed: null, shown: null, certificate: 'unknown', drawing: 'unknown', others, files: 0 }
  const { status, name, phone, age } = form
  const flagged = flaggedIn(form)
  const isCertified = whyNotCertify(form) === null
  return {
    listed: { status, name, phone, age, flags: flagged.deferrals.length + flagged.answers.length },
    shown: formIn(form),
    certificate: isCertified ? 'there' : 'not yet',
    drawing: form.isDrawn ? 'there' : 'unknown',
    others,
    files: (isCertified ? 1 : 0) + (form.isDrawn ? 1 : 0),
  }
}
