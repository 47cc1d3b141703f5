import { accounts, type Organisation } from '#contract/organisations.ts'
import { ask, queryClient } from '../../../api/queries.ts'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import classes from './AccountsBlock.module.css'
import { useAccountAct } from './use-account-act.ts'

/** Ruling AMB-215: an ended subscription stops approving only where the provider chose so. */
export function AccountsBlock({ organisation }: { organisation: Organisation }) {
  const { id, isBlockedWhenEnded } = organisation
  const { busy, act } = useAccountAct()
  const isChosen = busy === null ? isBlockedWhenEnded : !isBlockedWhenEnded

  async function choose() {
    const input = { id, isBlockedWhenEnded: !isBlockedWhenEnded }
    const done = input.isBlockedWhenEnded ? 'Stops Approving When Ended' : 'Only Told When Ended'
    const answer = await act('block', accounts.setBlock, input, { done })
    if (answer) queryClient.setQueryData(ask(accounts.show, { id }).queryKey, answer)
  }

  return (
    <div className={classes.choice}>
      <CheckBox
        label="An ended subscription stops approving"
        checked={isChosen}
        onChange={() => void choose()}
        aria-describedby="block-help"
      />
      <p id="block-help" className={`muted ${classes.help}`}>
        Otherwise its people are only told to renew it, and their requests for blood go on.
      </p>
    </div>
  )
}
