import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Language } from '#domain/donors/languages.ts'
import type { Policies } from '#domain/donors/policy.ts'
import classes from './PolicyText.module.css'

type PolicyTextProps = { name: keyof Policies; language: Language; children: ReactNode }

/** Ruling AMB-136. The texts are fetched when they are read. */
export function PolicyText({ name, language, children }: PolicyTextProps) {
  const policy = usePolicies(language)?.[name]
  const title = useRef<HTMLHeadingElement>(null)
  const isThere = policy !== undefined
  useEffect(() => {
    if (isThere) title.current?.focus({ preventScroll: true })
  }, [isThere])
  if (!policy) return null
  return (
    <article className={classes.text}>
      {children}
      <h1 ref={title} className={`page-title ${classes.title}`} tabIndex={-1}>
        {policy.title}
      </h1>
      <p className="dim">{policy.lead}</p>
      {policy.sections.map((section) => (
        <section key={section.title} className={classes.section}>
          <h2 className={classes.heading}>{section.title}</h2>
          {section.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}

function usePolicies(language: Language): Policies | undefined {
  const [policies, setPolicies] = useState<Policies>()
  useEffect(() => {
    let isGone = false
    load[language]()
      .catch(load.en)
      .then((loaded) => !isGone && setPolicies(loaded))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [language])
  return policies
}

const load: Record<Language, () => Promise<Policies>> = {
  ta: async () => (await import('#domain/donors/policy-ta.ts')).policiesTa,
  en: async () => (await import('#domain/donors/policy-en.ts')).policiesEn,
}
