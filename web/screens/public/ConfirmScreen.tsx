import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { peopleWords } from '#domain/people/words.ts'
import { call } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { PressedLink } from './PressedLink.tsx'

/** Where the link of a sign-up's mail leads. */
export const ConfirmScreen = () => (
  <PressedLink
    title="Confirm your e-mail address"
    path={paths.confirm}
    asks="A hospital was signed up with your address. If it was you, confirm it here. If it was not, close this page."
    button="Confirm"
    done="Thank you: the address is confirmed. You get a mail as soon as your hospital is verified."
    spent={say(peopleWords, { code: 'proof-spent' }).text}
    act={(token) => call(people.proveMailbox, { token })}
  />
)
