import { useEffect, useState } from 'react'
import type { Language } from '#domain/donors/languages.ts'
import type { FormOf } from '../../parts/use-form.ts'
import type { Form } from './form.ts'
import { keepDraft, keepSent, readSent } from './kept-draft.ts'
import type { DonorLink } from './link.ts'
import type { Place } from './places.ts'

export type DonorFormOf = FormOf<Form, Place, 'sending' | 'telling'>

/** Keeps the draft on the donor's own device; on a shared one nothing is kept. */
export function useKeptForm({ bankId, isKiosk }: DonorLink, form: DonorFormOf, language: Language): void {
  const { draft, doing, keyFor } = form
  useEffect(() => {
    // not while it is being sent or its outcome is being told: until then the draft stays as it was
    if (!isKiosk && doing === null) keepDraft(bankId, { form: draft, language, key: keyFor() })
  }, [draft, language, bankId, isKiosk, doing, keyFor])
}

/** The form that was sent: its id, to be shown at the desk, and whose it is as long as the page is open. */
export function useSent({ bankId, isKiosk }: DonorLink) {
  const [donationId, setDonationId] = useState(() => (isKiosk ? null : readSent(bankId)))
  const [thanked, setThanked] = useState('')
  useEffect(() => {
    if (!isKiosk) keepSent(bankId, donationId)
  }, [donationId, bankId, isKiosk])

  function setSent(id: string | null, name = '') {
    setDonationId(id)
    setThanked(name)
  }

  return { donationId, thanked, setSent }
}
