import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { emailWords } from '#domain/people/changing-email.ts'
import { call } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { PressedLink } from './PressedLink.tsx'

/** Where the link to a new address leads. */
export const EmailScreen = () => (
  <PressedLink
    title="Your new e-mail address"
    path={paths.email}
    asks="Somebody asked to use this address for their account. If it was you, press the button. If it was not, close this page."
    button="Use this address"
    done="Thank you: the address is changed. Please sign in with it."
    spent={say(emailWords, { code: 'change-spent' }).text}
    act={(token) => call(people.changeEmail, { token })}
  />
)
