import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Popup } from '#web/ui/feedback/Popup.tsx'
import { Toasts } from '#web/ui/feedback/Toasts.tsx'
import { showToast } from '#web/ui/feedback/toast-store.ts'
import { FileDrop } from '#web/ui/fields/FileDrop.tsx'
import { PushButton } from '#web/ui/fields/PushButton.tsx'
import { PageHead } from '#web/ui/frame/PageHead.tsx'
import { FilterChips } from '#web/ui/table/FilterChips.tsx'
import { FilterPanel, type Filters } from '#web/ui/table/FilterPanel.tsx'
import { LoadMore } from '#web/ui/table/LoadMore.tsx'
import { Toolbar } from '#web/ui/table/Toolbar.tsx'
import '#web/ui/frame/base.css'

const groups = [
  {
    key: 'status',
    title: 'Status',
    options: ['pending', 'completed'].map((value) => ({ value, label: value })),
  },
  {
    key: 'hospital',
    title: 'Hospital',
    options: ['firm', 'noble'].map((value) => ({ value, label: value })),
  },
]

/** The shared parts on a page of their own, so that they can be tried apart from any screen. */
function Parts() {
  const [files, setFiles] = useState<File[]>([])
  const [filters, setFilters] = useState<Filters>({})
  const [isOpen, setIsOpen] = useState(false)
  const [pages, setPages] = useState(1)
  return (
    <main>
      <PageHead title="Parts" />
      <Toolbar right={<output>{JSON.stringify(filters)}</output>}>
        <FilterPanel groups={groups} value={filters} onChange={setFilters} />
        <FilterChips groups={groups} value={filters} onChange={setFilters} />
      </Toolbar>
      <FileDrop label="Files" files={files} onChange={setFiles} accept={['.pdf', 'image/png']} multiple />
      <PushButton onClick={() => setIsOpen(true)}>Open popup</PushButton>
      <Popup opened={isOpen} onClose={() => setIsOpen(false)} title="Timestamps" subject="05c8aa71">
        <p>When it was raised.</p>
      </Popup>
      <PushButton onClick={() => showToast({ text: 'Uploaded', kind: 'success', ms: 1000 })}>
        Upload
      </PushButton>
      <Toasts />
      <p>{pages} pages</p>
      <LoadMore loading={false} onClick={() => setPages(pages + 1)} />
    </main>
  )
}

const place = document.getElementById('root')
if (place) createRoot(place).render(<Parts />)
