import { useState } from 'react'
import { bagLabels } from '#contract/bags.ts'
import { intakeWords, mostLines, whyNotLines } from '#domain/bags/intake.ts'
import { say } from '#domain/basics/refusal.ts'
import { wordsFor } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'

/** Bags chosen to have their labels printed, from whatever view they were ticked in. */
export function useLabelChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { doing, take } = useOneAtATime<'printing'>()

  function toggle(id: string) {
    if (!chosen.has(id) && chosen.size >= mostLines) {
      const refusal = whyNotLines([...chosen, id])
      if (refusal) void showAlert(say(intakeWords, refusal))
      return
    }
    setChosen((all) => new Set(all.has(id) ? [...all].filter((one) => one !== id) : [...all, id]))
  }

  const print = () =>
    take('printing', async () => {
      try {
        await download(bagLabels.labels, { id: [...chosen] })
        setChosen(new Set())
      } catch (error) {
        await showAlert(wordsFor(error))
      }
    })

  return { chosen, toggle, print, isBusy: doing !== null }
}
