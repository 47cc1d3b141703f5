import { requests } from '#contract/requests.ts'
import { isBank, isHospital, isHospitalAdmin, isProvider } from '#domain/people/actor.ts'
import { useLive } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { BankHome } from './BankHome.tsx'
import { HomeFrame, type HomeProps } from './HomeFrame.tsx'
import { hospitalCards } from './HospitalCards.tsx'
import { ProviderHome } from './ProviderHome.tsx'
import { summingUp } from './words.ts'

/** The home view of whoever is here. */
export function HomeScreen(props: HomeProps) {
  const member = useMember()
  if (isHospital(member)) return <HospitalHome {...props} />
  if (isProvider(member)) return <ProviderHome {...props} />
  if (isBank(member)) return <BankHome {...props} />
  return <HomeFrame {...props} />
}

function HospitalHome(props: HomeProps) {
  const mayApprove = isHospitalAdmin(useMember())
  return (
    <HomeFrame
      {...props}
      asked={useLive(requests.summary, {})}
      sumUp={(summary, now) => summingUp(summary, mayApprove, now)}
      counted={hospitalCards}
    />
  )
}
