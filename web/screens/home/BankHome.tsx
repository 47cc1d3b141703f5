import { bags } from '#contract/bags.ts'
import { camps } from '#contract/camps.ts'
import { consent } from '#contract/consent.ts'
import { issuing } from '#contract/issuing.ts'
import { matching } from '#contract/matching.ts'
import { stock } from '#contract/stock.ts'
import { useLive } from '../../api/queries.ts'
import { bankCards } from './BankCards.tsx'
import { type BankSummary, bankSummingUp } from './bank-words.ts'
import { HomeFrame, type HomeProps } from './HomeFrame.tsx'
import { InviteHospital } from './InviteHospital.tsx'
import { StockMap } from './StockMap.tsx'

/** The stock at a glance, and a card for each screen. */
export function BankHome(props: HomeProps) {
  const shelves = useLive(stock.list, {})
  const orders = useLive(issuing.summary, {})
  const days = useLive(camps.upcoming, {})
  const forms = useLive(consent.waiting, {})
  const bench = useLive(matching.summary, {})
  const shelf = useLive(bags.shelf, {})
  const asked = [shelves, orders, days, forms, bench, shelf]
  const data: BankSummary = {
    stock: shelves.data?.items,
    issuing: orders.data,
    camps: days.data?.items,
    forms: forms.data?.count,
    bench: bench.data,
    shelf: shelf.data,
  }
  const hrefOf = (screenId: string) => props.cards.find(({ id }) => id === screenId)?.href ?? null
  return (
    <HomeFrame
      {...props}
      asked={{
        data,
        isError: asked.some(({ isError, data: known }) => isError && known === undefined),
        refetch: () => Promise.all(asked.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
      }}
      sumUp={bankSummingUp}
      counted={bankCards}
      above={(summary, now) => <StockMap stock={summary?.stock} now={now} hrefOf={hrefOf} />}
      below={<InviteHospital />}
      columns={4}
    />
  )
}
