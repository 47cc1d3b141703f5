import { type Driver, organisations } from '#contract/organisations.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import classes from './DriverRegistrationList.module.css'

const columns: Column<Driver>[] = [
  { title: 'Name', cell: ({ name }) => <Name name={name} /> },
  { title: 'Phone', width: 150, cell: ({ phone }) => <span className="figures">{phone}</span> },
  { title: 'Email', width: 250, cell: ({ email }) => <span className="dim breaks">{email}</span> },
]

/** The drivers there are, as they come. */
export function DriverRegistrationList({ marked }: { marked: string | null }) {
  const drivers = useLive(organisations.drivers, {})
  const rows = drivers.data?.items
  return (
    <section className="shrinks" aria-labelledby="drivers-title">
      <div className={`ends gap-12 ${classes.head}`}>
        <h2 id="drivers-title" className="heading">
          Drivers
        </h2>
        {rows && <p className="muted">{rows.length === 1 ? '1 driver' : `${rows.length} drivers`}</p>}
      </div>
      <DataTable
        label="Drivers"
        rows={rows}
        columns={columns}
        rowKey={({ email }) => email}
        card={(driver) => <Card driver={driver} />}
        pageSize={3}
        changedKeys={new Set(marked === null ? [] : [marked])}
        empty="NO DATA FOUND"
        emptyHelp="The first driver you sign up appears here."
        failed={
          drivers.error ? { text: wordsFor(drivers.error).text, retry: () => void drivers.refetch() } : null
        }
      />
    </section>
  )
}

const Name = ({ name }: { name: string }) => (
  <strong className="breaks">
    <bdi>{name}</bdi>
  </strong>
)

const Card = ({ driver }: { driver: Driver }) => (
  <div className={`large stack ${classes.card}`}>
    <Name name={driver.name} />
    <span className="figures">{driver.phone}</span>
    <span className="dim breaks">{driver.email}</span>
  </div>
)
