import {
  IconActivity, IconArrowsCross, IconBan, IconCalendarCheck, IconCheck, IconCircleCheckFilled, IconCircleDashed,
  IconClipboardCheck, IconDropletPlus, IconHome, IconListDetails, IconPackage, IconPlus, IconTruckDelivery, IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/base.css'
import { ActionButton } from './ui/ActionButton.tsx'
import { Alerts } from './ui/Alert.tsx'
import { AppFrame } from './ui/AppFrame.tsx'
import { Badge } from './ui/Badge.tsx'
import { Clock } from './ui/Clock.tsx'
import { type Column, DataTable } from './ui/DataTable.tsx'
import { Dropdown } from './ui/Dropdown.tsx'
import { FileDrop } from './ui/FileDrop.tsx'
import { FilterChips } from './ui/FilterChips.tsx'
import { FilterPanel } from './ui/FilterPanel.tsx'
import { FormCell, FormSection } from './ui/FormSection.tsx'
import { CardGrid, CardRow, HomeCard } from './ui/HomeCard.tsx'
import { LiveDot } from './ui/LiveDot.tsx'
import { LoadMore } from './ui/LoadMore.tsx'
import { NotFound } from './ui/NotFound.tsx'
import { Notice } from './ui/Notice.tsx'
import { PageHead } from './ui/PageHead.tsx'
import { Popup } from './ui/Popup.tsx'
import { buttonClass, PushButton } from './ui/PushButton.tsx'
import { SearchBox } from './ui/SearchBox.tsx'
import { TextField } from './ui/TextField.tsx'
import { Toasts } from './ui/Toasts.tsx'
import { Toolbar } from './ui/Toolbar.tsx'
import { showToast } from './ui/toast-store.ts'
import { UiProvider } from './ui/UiProvider.tsx'
import { useLiveMarks } from './ui/use-live-marks.ts'

const s14 = { size: 14, stroke: 2.1, 'aria-hidden': true }
const s18 = { size: 18, stroke: 1.6, 'aria-hidden': true }
const badges: Record<string, ReactNode> = {
  pending: <Badge kind="grey" icon={<IconCircleDashed {...s14} />}>pending</Badge>,
  completed: <Badge kind="red" icon={<IconCircleCheckFilled size={14} aria-hidden />}>completed</Badge>,
  approved: <Badge kind="green" icon={<IconCheck {...s14} />}>hospital-admin-approved</Badge>,
  reservation: <Badge kind="green" icon={<IconCalendarCheck {...s14} />}>reservation-approved</Badge>,
  matching: <Badge kind="black" icon={<IconArrowsCross {...s14} />}>cross-matching</Badge>,
  issued: <Badge kind="black" icon={<IconPackage {...s14} />}>issued</Badge>,
  cancelled: <Badge kind="black" icon={<IconBan {...s14} />}>cancelled</Badge>,
}
type Row = { id: string; name: string; group: string; code: string; reason: string; status: string }
const names = ['Joseph Antony', 'Fathima Begum', 'Karthik Subramanian', 'Divya Ramesh', 'Mohammed Irfan', 'Saraswathi Venkataraman', 'Anitha Joseph', 'Ramasamy Pillai']
const reasons = ['Planned liver resection', 'Dengue, platelets 12,000', 'Upper GI bleed', 'Post-partum haemorrhage', 'Road traffic accident', 'Elective CABG, Monday 8 am', 'Anaemia, Hb 5.8', 'Chemotherapy support']
const statuses = Object.keys(badges)
const make = (n: number): Row => ({ id: `${(0x20d6c7f4 + n * 7919).toString(16)}`, name: names[n % 8] ?? '', group: ['AB POS', 'B POS', 'O POS', 'A NEG'][n % 4] ?? '', code: ['FFP', 'SDP', 'PRBC'][n % 3] ?? '', reason: reasons[n % 8] ?? '', status: statuses[n % 7] ?? '' })
const columns: Column<Row>[] = [
  { title: 'Request Time', width: 166, cell: () => <span className="t">15 Nov 2026, 10:39 am</span> },
  { title: 'Request ID', width: 80, cell: (r) => <b>{r.id}</b> },
  { title: 'Order Type', width: 88, cell: () => 'immediate' },
  { title: 'Patient ID', width: 82, cell: () => 'FH-118204' },
  { title: 'Patient Name', width: 146, cell: (r) => <b>{r.name}</b> },
  { title: 'Blood Information', width: 168, cell: (r) => <span><b>{r.group}</b> {r.code}, 4 units</span> },
  { title: 'Reason', cell: (r) => r.reason },
  { title: 'Status', width: 182, cell: (r) => badges[r.status] },
  { title: 'View Invoice', width: 119, align: 'right', cell: (r) => <ActionButton label="View Invoice" name={`View Invoice ${r.id}`} quiet={r.status !== 'completed'} onClick={() => showToast({ text: r.id, kind: 'success' })} /> },
]
const approvals: Column<Row>[] = [
  ...columns.slice(1, 2), ...columns.slice(4, 6), { title: 'Units', width: 60, align: 'right', cell: () => '4' },
  { title: 'Action', width: 220, cell: (r) => <div style={{ display: 'flex', gap: 8 }}>
    <ActionButton label="Approve" icon={<IconCheck size={16} stroke={1.75} color="var(--cm-ok)" aria-hidden />} onClick={() => window.dispatchEvent(new CustomEvent('approve', { detail: r.id }))} />
    <ActionButton label="Reject" icon={<IconX size={16} stroke={1.75} aria-hidden />} disabledReason={r.status === 'pending' ? 'Already Decided: this request is approved.' : null} busy={r.status === 'issued'} onClick={() => {}} /></div> },
]
const groups = [
  { key: 'status', title: 'Status', options: ['pending', 'hospital-admin-approved', 'bloodbank-approved', 'completed'].map((value) => ({ value, label: value })) },
  { key: 'hospital', title: 'Hospital', options: ['firm', 'noble', 'bewellanna', 'city'].map((value) => ({ value, label: value })) },
]
const format = (now: Date) => now.toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'medium' })
const link = (href: string) => (look: object) => <a href={href} {...look} />

function Gallery() {
  const view = new URLSearchParams(location.search).get('v') ?? 'home'
  const items = [['home', 'Home', IconHome], ['raise', 'Raise Request', IconDropletPlus], ['approve', 'Request Approval', IconClipboardCheck, 3], ['table', 'Request Status', IconListDetails], ['states', 'Delivery Status', IconTruckDelivery, 2], ['live', 'Live Status', IconActivity, 4]] as const
  return (
    <AppFrame brand="Crossmatch" title="Firm Hospital" status="Available" initials="FH" onSignOut={() => { document.title = 'out' }}
      items={items.map(([key, title, Icon, count]) => ({ key, title, icon: <Icon {...s18} />, href: `?v=${key}`, count, active: key === view }))}
      renderLink={(item, look) => <a href={item.href} {...look} />}>
      {views[view]?.()}
    </AppFrame>
  )
}
const views: Record<string, () => ReactNode> = {
  home: () => <><PageHead title="Good morning, Firm" line="3 requests wait for your approval. 2 deliveries are on the road, the next is due at 1:30 pm." right={<Clock every={1000} format={format} />} />
    <Notice onClose={() => {}}><b>Platelet support was added.</b> SDP and RDP can now be ordered. SDP is available 8:00 AM to 5:00 PM.</Notice>
    <Notice kind="warning">Your subscription has ended. Please renew it.</Notice>
    <CardGrid>
      <HomeCard icon={<IconDropletPlus {...s18} />} title="Raise Request" renderLink={link('?v=raise')} line="Blood for a patient, at once or reserved." primary={{ label: 'Raise Request', icon: <IconPlus size={18} stroke={2} aria-hidden /> }}><CardRow right={<b>11:12 am</b>}>Earliest sample pickup</CardRow><CardRow right="until 4:30 pm">Single Donor Platelets</CardRow></HomeCard>
      <HomeCard wide icon={<IconClipboardCheck {...s18} />} title="Request Approval" renderLink={link('?v=approve')} count={{ value: 3, noun: 'pending, the oldest for 34 min' }}><CardRow right="34 min ago"><a href="?a">7c40e9d2</a> Lakshmi Narayanan</CardRow><CardRow right="12 min ago"><a href="?b">b81f03aa</a> Fathima Begum</CardRow><CardRow right="3 min ago"><a href="?c">20d6c7f4</a> Joseph Antony</CardRow></HomeCard>
      <HomeCard icon={<IconListDetails {...s18} />} title="Request Status" renderLink={link('?v=table')} counted />
      <HomeCard icon={<IconTruckDelivery {...s18} />} title="Delivery Status" renderLink={link('?v=states')} count={{ value: 2, noun: 'on the road' }} line="the next at 1:30 pm"><CardRow right="due 1:30 pm"><a href="?a">e19b5d30</a> 1 of 2, 3 units</CardRow></HomeCard>
      <HomeCard icon={<IconActivity {...s18} />} title="Live Status" renderLink={link('?v=live')} count={{ value: 4, noun: 'live' }}><CardRow right={badges.approved}><a href="?d">05c8aa71</a></CardRow></HomeCard>
    </CardGrid></>,
  table: () => <Status />,
  approve: () => <Approvals />,
  raise: () => <Raise />,
  states: () => <States />,
  live: () => <NotFound action={<a className={buttonClass({ kind: 'primary' })} href="?v=home">Go Back To Dashboard</a>} />,
}
function Status() {
  const [filters, setFilters] = useState<Record<string, string[]>>({ status: ['pending'] })
  const [search, setSearch] = useState('')
  const rows = Array.from({ length: 10 }, (_, n) => make(n)).filter((r) => r.id.includes(search))
  return <><PageHead title="Request Status" right={<><LiveDot state="live" /><Clock every={1000} format={format} /></>} />
    <Toolbar right="10 newest requests"><SearchBox value={search} onChange={setSearch} /><FilterPanel groups={groups} value={filters} onChange={setFilters} /><FilterChips groups={groups} value={filters} onChange={setFilters} /></Toolbar>
    <DataTable rows={rows} columns={columns} rowKey={(r) => r.id} label="Requests" empty={search ? 'DATA NOT FOUND' : 'NO DATA FOUND'} viewKey={search} changedKeys={new Set([make(2).id])}
      card={location.hash === '#card' ? (r) => <div><b style={{ fontSize: 16 }}>{r.name}</b> {badges[r.status]}</div> : undefined} />
    <LoadMore loading={location.hash === '#more'} onClick={() => {}} /></>
}
function Approvals() {
  const [rows, setRows] = useState(() => Array.from({ length: 4 }, (_, n) => make(n)))
  const { changed, mark } = useLiveMarks()
  Object.assign(window, { arrive: (n: number) => setRows((all) => [make(n), ...all]), mark, drop: (id: string) => setRows((all) => all.filter((r) => r.id !== id)), ids: () => rows.map((r) => r.id) })
  return <><PageHead title="Request Approval" right={<><LiveDot state="paused" since="10:41:32 am" /><Clock every={1000} format={format} /></>} />
    <DataTable rows={rows} columns={approvals} rowKey={(r) => r.id} label="Requests" empty="NO DATA FOUND" changedKeys={changed} onHoldChange={(held) => { document.body.dataset.held = String(held) }} /></>
}
function Raise() {
  const [group, setGroup] = useState<string | null>(null)
  const [files, setFiles] = useState<File[]>([new File(['x'.repeat(40000)], 'invoice-2026-11.pdf')])
  const [opened, setOpened] = useState(false)
  const options = ['O POS', 'O NEG', 'A POS', 'A NEG', 'B POS', 'B NEG', 'AB POS', 'AB NEG'].map((value) => ({ value, label: value }))
  return <><PageHead title="Raise Request" line="Your hospital admin approves it before it goes to the blood bank." right={<Clock every={5000} format={format} />} />
    <FormSection title="Patient" help="As written on the sample label."><FormCell span={4}><TextField label="Patient Name" /></FormCell><FormCell span={2}><TextField label="Patient ID" /></FormCell><FormCell span={2}><TextField label="Age" right="years" inputMode="numeric" error="Please enter it" /></FormCell><FormCell span={2}><Dropdown label="Gender" options={[{ value: 'f', label: 'Female' }, { value: 'm', label: 'Male' }]} value="f" onChange={() => {}} /></FormCell></FormSection>
    <FormSection title="Blood" help="One component for each request."><FormCell span={3}><Dropdown label="Blood Group" placeholder="Choose a group" options={options} value={group} onChange={setGroup} help="From the sample." /></FormCell><FormCell span={3}><Dropdown label="Component" placeholder="Choose" options={options} value={null} error="Please choose one" onChange={() => {}} /></FormCell><FormCell span={3}><TextField type="time" label="Sample Pickup Time" /></FormCell><FormCell span={6}><FileDrop label="Invoice" files={files} onChange={setFiles} accept={['.pdf']} help="PDF, at most 5 MB" /></FormCell></FormSection>
    <div style={{ display: 'flex', gap: 8 }}><PushButton kind="primary">Submit Request</PushButton><PushButton kind="quiet" onClick={() => setOpened(true)}>Popup</PushButton></div>
    <Popup opened={opened} onClose={() => setOpened(false)} title="Timestamps" subject="e19b5d30" line="O POS PRBC, 5 units. Firm Hospital from redbank." right={<><b>Due 1:30 pm</b><br />in 2 h 48 min</>} foot={<PushButton size="sm" kind="ink" onClick={() => import('./ui/alert-store.ts').then((m) => m.showAlert({ title: 'Over a popup', text: 'x' }))}>SAVE</PushButton>}>{Array.from({ length: 8 }, (_, n) => <p key={String(n)}>pending 15 Nov 2026, 7:45 am</p>)}</Popup></>
}
function States() {
  return <><PageHead title="States" right={<LiveDot state="reconnecting" />} />
    <DataTable rows={undefined} columns={columns} rowKey={(r) => r.id} label="A" empty="NO DATA FOUND" pageSize={4} /><br />
    <DataTable rows={[]} columns={columns} rowKey={(r) => r.id} label="B" empty="DATA NOT FOUND" emptyHelp="No request matches 2 filters." emptyAction={<PushButton size="xs">RESET</PushButton>} /><br />
    <DataTable rows={undefined} failed={{ text: 'The server did not answer. Your filters are kept.', retry: () => {} }} columns={columns} rowKey={(r) => r.id} label="C" empty="NO DATA FOUND" /></>
}
createRoot(document.getElementById('root') as HTMLElement).render(<><UiProvider><Gallery /></UiProvider><Alerts /><Toasts /></>)
