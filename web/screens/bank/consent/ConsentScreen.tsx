import { useRef, useState } from 'react'
import { Arrival } from '../../../parts/Arrival.tsx'
import { ConsentList } from './ConsentList.tsx'
import { ConsentPage } from './ConsentPage.tsx'
import { useOpenForm } from './consent-address.ts'
import type { KeptChanges } from './consent-changes.ts'

/** §2.3: the donor forms of the bank, and one of them to be filled in and decided (rulings AMB-137, 200). */
export function ConsentScreen({ title }: { title: string }) {
  const { id, close } = useOpenForm()
  const [typed, setTyped] = useState('')
  // whoever looks at another form in between finds their own words again
  const kept = useRef<KeptChanges>(new Map())
  return (
    <Arrival path={id ?? ''}>
      {id === null ? (
        <ConsentList title={title} typed={typed} onType={setTyped} />
      ) : (
        <ConsentPage key={id} id={id} kept={kept.current} onClose={close} />
      )}
    </Arrival>
  )
}
