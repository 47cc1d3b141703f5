import type { ScreenId } from '../menu.ts'

/** The short help of a screen: what it is for, and what happens next. */
export type Help = { readonly about: string; readonly next: readonly string[] }

const stock: Help = {
  about: 'What is on your shelf of this component, by group, as somebody counted it.',
  next: [
    'Type what you counted and save: the provider sees it at once when it links an order.',
    'Nothing changed? “Still correct” makes the count as fresh as a new one.',
    'An order never changes a count. What was linked since is taken off where free units are shown.',
    'Day sheet has all components of one day in a table, to be keyed in elsewhere.',
  ],
}

/** Every screen has its words: one that is missing does not compile. */
export const screenHelp: Record<ScreenId | 'home' | 'account', Help> = {
  home: {
    about: 'What waits for you, and the way to every screen. The numbers follow by themselves.',
    next: ['Begin with what stands first: it is the most pressing.', 'Each card opens its screen.'],
  },
  account: {
    about: 'Your password, your second factor, and where you are signed in.',
    next: [
      'A new password signs you out everywhere else.',
      'With a second factor a stolen password alone opens nothing. Keep the backup codes.',
    ],
  },

  people: {
    about: 'Who acts for your organisation, who is invited, and who was stopped.',
    next: [
      'Whoever you invite gets a mail. Its link works once, for 3 days, and proves the address.',
      'Whoever you stop is signed out within seconds. What they did stays under their name.',
      'The last admin can be neither stopped nor made staff.',
    ],
  },
  request: {
    about: 'Ask for blood for one patient: at once, or reserved for later.',
    next: [
      'An admin of your hospital approves or rejects it under Request Approval.',
      'The provider then names a blood bank and a driver, who comes for the sample at the pickup time.',
      'Follow it under Request Status; you need not ask by phone.',
    ],
  },
  approval: {
    about: 'Requests of your hospital that wait for a yes or a no, 20 at a time.',
    next: [
      'Approve sends it to the provider, who links a blood bank and a driver.',
      'Reject ends it. Whoever raised it sees so under Request Status.',
      'Your own decision can be undone for 10 minutes, while nothing else has happened to it.',
    ],
  },
  requestStatus: {
    about: 'Every request of your hospital and where it stands, newest first.',
    next: [
      'Press the time of a request for everything that happened to it.',
      'An admin can cancel it there, until a blood bank has taken it.',
      'View Invoice gives you the invoice as soon as it is made.',
      'Download gives you the list of your filter as a table.',
    ],
  },
  deliveryStatus: {
    about: 'What is on its way to you: each delivery, when it is due, and when it came.',
    next: [
      'Tell the driver the code of the hand-over when sample or blood changes hands, and not before.',
      'A temperature outside its limits is marked at its delivery.',
    ],
  },
  liveStatus: {
    about: 'Requests that are under way, the latest change first.',
    next: ['Press a request for its own page, with its driver, its bank and its codes.'],
  },

  prbc: stock,
  sdp: stock,
  ffp: stock,
  rdp: stock,
  history: {
    about: 'What was linked to your bank: what is to be issued, and what you issued.',
    next: [
      'Issue the blood to the driver who brings the sample; the driver reports it.',
      'Cannot give it? Refuse it with a reason: the provider links another bank.',
    ],
  },
  bloodCamp: {
    about: 'Ask for a camp on a day that a company offers.',
    next: [
      'The provider is told by mail, and what you asked for stands in the list below.',
      'On the day, donors fill in the public form of your bank; the forms come in under Consent Form.',
    ],
  },
  consent: {
    about: 'Forms that donors filled in, to be completed by your bank.',
    next: [
      'Write down what you measured, sign, and submit: the form is then closed and has a certificate.',
      'Reject a donor who may not give today; nothing else is asked for.',
    ],
  },
  bench: {
    about: 'Orders that were linked to your bank, the soonest due first: what each waits for.',
    next: [
      'Answer how many you give and by when; open the order when its sample comes.',
      'Type what stands on the tube. If it differs from the request nothing goes on until a new tube comes.',
      'Hold bags that are offered, record each cross-match, scan the bags out and issue them with a slip.',
      'Each opening of an order is recorded, because its patient is named there.',
    ],
  },
  bags: {
    about: 'Your shelf bag by bag: what is free, held or waiting for tests, and what ends soon.',
    next: [
      'Take in: scan number and group of each bag. It waits in quarantine.',
      'Tests: five tests and the group of a donation set its bags free; reactive discards all of them.',
      'Press a number of the shelf, or how soon it ends, to see those bags. Press a bag for its life.',
    ],
  },

  status: {
    about: 'Every order of every hospital, and what it waits for.',
    next: [
      'Link names the blood bank and the driver. The driver gets a text message.',
      '“Next: …” sets the following status when the driver has not told it. It can be undone for 2 minutes.',
      'Approve Invoice completes a delivered order and makes both invoices.',
      'Why an act is missing stands in the menu at the end of the row.',
      'Download gives you the list of your filter as a table.',
    ],
  },
  orders: {
    about: 'What one driver carries now, and what they ever carried.',
    next: ['Choose a driver. To give an order to another one, link it again.'],
  },
  orderImages: {
    about: 'Pictures that drivers took along the way of an order.',
    next: ['Type the whole Request ID. A picture that is missing can be added here.'],
  },
  updateDB: {
    about: 'Set any status of an order, with a note, a delivery status or its invoices.',
    next: [
      'Before it is sent you are told what will change. The hospital sees it at once.',
      'A status set by mistake can be undone for 2 minutes, but not delivered or completed.',
    ],
  },
  priceTracking: {
    about: 'What each order cost: price, delivery, fee and total.',
    next: ['The figures of an order are there once its invoice is made.'],
  },
  componentTracking: {
    about: 'Units by group and component over any days.',
    next: ['Choose the days, and one bank or all of them.'],
  },
  linkBloodBank: {
    about: 'Give an order its blood bank and its driver.',
    next: [
      'The best bank stands first, with its free units and its price.',
      'The driver gets a text message with the order.',
      'The next order that waits comes up by itself.',
    ],
  },
  updatePrices: {
    about: 'What banks ask for a component, and what a delivery costs.',
    next: ['New prices count for invoices made from now on. Those that were made stay as they are.'],
  },
  updateCompany: {
    about: 'Companies and the days they offer for camps.',
    next: ['Banks see the days under Blood Camp and ask for one.'],
  },
  createUser: {
    about: 'Register a driver with an account of their own.',
    next: [
      'The driver signs in on the phone and finds the orders that are linked to them.',
      'From now on the driver can be chosen when an order is linked.',
    ],
  },
  accounts: {
    about: 'Hospitals and banks, and who may sign in for them.',
    next: [
      'A hospital that signed up waits here: activate it once you have verified it.',
      'Suspending stops its people at once; what is under way goes on.',
    ],
  },
  messages: {
    about: 'Mails and text messages: what was sent, what failed, what waits.',
    next: [
      'A message that failed can be sent again.',
      '“kept” is a message that stayed here because no mail or text server is set up.',
    ],
  },
  registers: {
    about: 'What was issued, cross-matched, discarded and taken in between two days, with the patients.',
    next: [
      '“Show” has the first lines; PDF, CSV and XLSX have all of them.',
      'Each look and each file is in Audit, under your name.',
    ],
  },
  audit: {
    about: 'Everything that was done to what is yours, by whom, and who opened what.',
    next: [
      'Choose a person, days or kinds; CSV has exactly what the filter shows.',
      '“Verify” reads the whole trail in the background and says whether anything was altered or taken out.',
    ],
  },
  downtime: {
    about: 'A pack to print for the day nothing works: open orders, phone numbers and numbered blank forms.',
    next: [
      'One is made at each change of shift; print it then, and keep the last one at hand.',
      'Admins set when shifts change, at the end of the page.',
      'What stood on paper is entered afterwards by “Enter from paper”, with the paper’s number and times.',
      'Each pack that is made or downloaded is in Audit.',
    ],
  },
  keys: {
    about: 'Keys with which your own programs call, and what each of them may.',
    next: [
      'Make one for each program. It is shown once: copy it there before you leave.',
      'What a program does stands in timelines and Audit under the name of its key.',
      '“Stop” ends a key within seconds and for good. Stop one that somebody else may have seen.',
    ],
  },
  notices: {
    about: 'What hospitals and banks read on Home.',
    next: [
      'A notice stands on Home from its beginning to its end; an open Home shows it within seconds.',
      'Whoever has read it closes it for themselves. “End” takes it from everybody; it is kept in the list.',
    ],
  },
}
