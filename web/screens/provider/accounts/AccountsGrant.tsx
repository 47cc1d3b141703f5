import { productName, roleName } from '#domain/people/account-showing.ts'
import { grantsFor, type PlaceKind } from '#domain/people/granting.ts'
import type { Product, Role } from '#domain/people/roles.ts'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import classes from './AccountsGrant.module.css'

export type Chosen = { product: Product; role: Role }

/** What an account becomes, of what fits its organisation. */
export function AccountsGrant(props: {
  kind: PlaceKind
  value: Chosen
  onChange: (value: Chosen) => void
  error?: string | null
}) {
  const { kind, value, onChange, error } = props
  const grants = grantsFor[kind]
  const products = [...new Set(grants.map(({ product }) => product))]
  const roles = grants.filter(({ product }) => product === value.product).map(({ role }) => role)
  return (
    <div className={`stack gap-16 ${classes.pair}`}>
      <Dropdown
        label="Product"
        options={products.map((product) => ({ value: product, label: productName[product] }))}
        value={value.product}
        onChange={(product) => product && onChange(fitting(kind, product, value.role))}
        error={error}
      />
      <Dropdown
        label="Role"
        options={roles.map((role) => ({ value: role, label: roleName[role] }))}
        value={value.role}
        onChange={(role) => role && onChange(fitting(kind, value.product, role))}
      />
    </div>
  )
}

/** The grant of these words, or the first that its product has. */
function fitting(kind: PlaceKind, product: string, role: string): Chosen {
  const grants = grantsFor[kind].filter((one) => one.product === product)
  const [first] = grants.length > 0 ? grants : grantsFor[kind]
  return grants.find((one) => one.role === role) ?? (first as Chosen)
}
