type Change = { readonly version: string; readonly day: string; readonly what: readonly string[] }

/**
 * What programs may rely on: within one first number calls and fields are added, none is taken away or given another
 * meaning, and whoever reads an answer passes over fields it does not know (`docs/api-shape.json`). What goes is told
 * here half a year before.
 */
export const apiChanges: readonly Change[] = [
  {
    version: '1.1.0',
    day: '2026-11-17',
    what: [
      'Programs call with a key; each call says which scope it needs.',
      'Issue notes, receipts and fates of bags; counts fed by a bank’s own system.',
      'Hooks tell of bags that were received, of what became of each, and of one that is called back; issue notes name their order.',
      'A hook that answers 429 or 503 with Retry-After is left alone until then. FHIR in another form than JSON is 406.',
      'A bag of a slip or a note says whether it was set aside, and a delivery may have several slips.',
      'A driver’s delivery tells which of the bags that are not to be handed over are past their end (`ended`).',
      'A bag whose patient’s group was corrected after it left is set aside as `misfit` and told as bag.recalled; that one which was set aside was transfused needs an earlier time or a note. Bags replaced by others are told as bags.set-aside. What left in an emergency and proved incompatible is set aside as `incompatible`.',
      'By FHIR a bag tells its own dispense, and why it was set aside; a driver’s delivery tells which bags were packed after it left.',
      'By FHIR the group on each bag’s label is an Observation of it; tubes, groups and bags have versions of their own; of a patient by an identifier what is wrong is told at the subject. The provider’s hooks point to the order where the provider may read it.',
      'By FHIR a bank reads what a bag has to be (needs, and `patient-bombay` where the patient is Oh); each drive tells its own dispense; extensions of ours that are misspelt, told twice or of another type are refused, and so is a search for an unknown status; several identifiers may be searched at once; platelets are cells.',
      'By FHIR a group that was found names its tube and when that was taken, and is answered in LOINC’s codes beside ours.',
      'Issue notes are read since when they became known (`knownAt`), so that one entered from a paper is not missed; the hospital may correct a group to Oh (`bombay`); a bag entered from paper may be told to have left though its donation is reactive (`isSure`).',
      'By FHIR the hospital reads why an order was rejected, refused or cancelled; an order that was only written down anew is the one that was sent; a wrong ABHA number is refused (`not-abha`).',
      'A delivery of a hook says what is wrong with the certificate there (`certificate-ended`, `certificate-name`, `certificate-unknown`).',
      'A hook may be told of orders raised with test keys (`withTests`), each marked `test: true`; without that none is told of them.',
      'The description has what hooks send, kind by kind, under `webhooks`.',
      'The description names 201, If-Match and what is answered with 409, 412 and 428.',
      'Every call says how its caller is known, and records of known keys are objects of them.',
    ],
  },
  { version: '1.0.0', day: '2026-10-01', what: ['The calls of the dashboard.'] },
]

export const apiVersion = apiChanges[0]?.version ?? ''
