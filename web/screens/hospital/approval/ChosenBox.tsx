import type { OwnRequest } from '#contract/requests.ts'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import classes from './ChosenBox.module.css'
import type { Chosen } from './use-chosen.ts'

/** Chooses a row to be approved with others. */
export const ChosenBox = ({ request, chosen }: { request: OwnRequest; chosen: Chosen }) => (
  <CheckBox
    className={`medium figures ink ${classes.box}`}
    label={request.id}
    aria-keyshortcuts="x"
    aria-label={`Select ${request.id}, ${request.patientName}`}
    checked={chosen.ids.has(request.id)}
    onChange={() => chosen.toggle(request.id)}
  />
)
