import { useEffect, useState } from 'react'
import type { DonorWords } from '#domain/donors/words.ts'
import classes from './StepBar.module.css'

export const steps = ['details', 'deferrals', 'questions', 'declarations'] as const
export type Step = (typeof steps)[number]

export const stepText = (words: DonorWords, step: Step): string =>
  words.form.step.replace('{step}', String(steps.indexOf(step) + 1)).replace('{steps}', String(steps.length))

/** How far down the form one is, and a way to each of its sections. */
export function StepBar({ words }: { words: DonorWords }) {
  const current = useCurrentStep()
  return (
    <nav aria-label={words.form.steps}>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step}>
            <a
              href={`#${step}`}
              className={classes.step}
              data-passed={index < current || undefined}
              aria-current={index === current ? 'step' : undefined}
            >
              <span className="visually-hidden">
                {stepText(words, step)}: {words.sections[step].title}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The last section that begins in the upper part of the window, or the last one at the page's end. */
function useCurrentStep(): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    let isDue = false
    const look = () => {
      isDue = false
      const { scrollHeight } = document.documentElement
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 4
      const begun = steps.findLastIndex((step) => {
        const top = document.getElementById(step)?.getBoundingClientRect().top
        return top !== undefined && top < innerHeight * 0.45
      })
      setCurrent(isAtEnd ? steps.length - 1 : Math.max(0, begun))
    }
    const lookSoon = () => {
      if (!isDue) requestAnimationFrame(look)
      isDue = true
    }
    // the page also grows by itself: with its second half, and in the other language
    const growth = new ResizeObserver(lookSoon)
    growth.observe(document.body)
    addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      growth.disconnect()
      removeEventListener('scroll', lookSoon)
    }
  }, [])
  return current
}
