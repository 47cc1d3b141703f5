import { live } from './live.ts'
import { namedCalls } from './named-calls.ts'
import { people } from './people.ts'
import { requests } from './requests.ts'

/** Every route there is, by capability. A route that is not here does not exist. */
export const contract = { people, requests, live, namedCalls }
