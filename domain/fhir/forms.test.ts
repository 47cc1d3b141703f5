import { expect, test } from 'vitest'
import { whyNotInJson } from './forms.ts'

test.each([
  [undefined, true],
  ['', true],
  [';q=x', true],
  ['application/fhir+json', true],
  ['Application/FHIR+JSON; charset=utf-8; fhirVersion=4.0', true],
  ['application/json', true],
  ['text/json', true],
  ['*/*', true],
  ['application/*', true],
  // a browser
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['application/fhir+xml, application/fhir+json;q=0.1', true],
  ['application/fhir+json;q=0, application/json', true],
  ['application/fhir+xml', false],
  ['application/xml, text/xml;q=0.5', false],
  ['text/turtle', false],
  ['text/html', false],
  ['application/fhir+xml, application/fhir+json;q=0', false],
  ['application/fhir+json;q=0, application/json;q=0.0, */*;q=0', false],
])('AMB-357 whoever accepts %j is answered: %s', (accept, is) => {
  const refusal = whyNotInJson({ accept, format: undefined })
  expect(refusal).toEqual(is ? null : { code: 'only-json', field: 'Accept' })
})

test.each([
  ['json', true],
  ['application/json', true],
  ['application/fhir+json', true],
  ['application/fhir json', true],
  ['text/json', true],
  ['xml', false],
  ['application/fhir+xml', false],
  ['ttl', false],
  ['html', false],
  ['', false],
])('AMB-357 _format=%s is answered: %s, whatever is accepted', (format, is) => {
  for (const accept of ['application/fhir+xml', 'application/fhir+json', undefined])
    expect(whyNotInJson({ accept, format })).toEqual(is ? null : { code: 'only-json', field: '_format' })
})
