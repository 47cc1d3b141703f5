import type { Refusal, Wording } from '../basics/refusal.ts'

/** §5.1, §5.2 and §8 where they give the words; else our own sentence (rulings AMB-37, 40, 41). */
export const requestWords = {
  'units-not-a-number': {
    title: 'Blood Units Empty or Invalid',
    text: 'Enter numbers only for blood units',
  },
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  },
  'no-units': {
    title: 'Invalid No. of Blood Units',
    text: 'Minimum Units of Blood per Request is 1.',
  },
  'too-many-units': {
    title: 'Invalid No. of Blood Units',
    text: 'Maximum Units of Blood per Request is 30.',
  },
  'invalid-age': { title: 'Invalid Age', text: 'Please select a valid age.' },
  'pickup-passed': { title: 'Invalid Sample Pickup Time', text: 'Selected time has already passed.' },
  'deadline-passed': { title: 'Invalid Delivery Deadline', text: 'Selected time has already passed.' },
  'pickup-too-soon': {
    title: 'Sample Pickup Time Issue',
    text: 'Sample Pickup Time must be at least 30 minutes ahead of approval and raising time.',
  },
  'deadline-too-soon': {
    title: 'Delivery Time Issue',
    text: 'Delivery Deadline must be at least 3 hours after Sample Pickup Time.',
  },
  'pickup-too-late': {
    title: 'Invalid Date/Time Selected',
    text: 'Please ensure that the Sample Pickup Date/Time is within 7 days from today.',
  },
  'deadline-too-late': {
    title: 'Invalid Date/Time Selected',
    text: 'Please ensure that the Delivery Deadline is within 7 days from today.',
  },
  'sdp-closed': {
    title: 'Single Donor Platelets Not Available',
    text: 'Single Donor Platelets can be requested only from 8:00 AM to 4:30 PM IST.',
  },
  'sdp-not-approvable': {
    title: 'Request Not Approved',
    text: "Sorry, All Single Donor Platelets' requests that are scheduled after 5:00 PM IST cannot be approved.",
  },
  'subscription-ended': {
    title: 'Subscription Ended',
    text: 'The subscription of your hospital has ended. Please contact the provider to renew it.',
  },
  'approving-blocked': {
    title: 'Subscription Ended',
    text: 'The subscription of your hospital has ended. Please contact the provider to renew it: until then no request can be approved.',
  },
  'four-eyes': {
    title: 'Another Admin Approves',
    text: 'You {did} this request, and your hospital wants another admin to approve it.',
  },
  'already-decided': {
    title: 'Already Decided',
    text: 'This request is no longer pending: it is {status}.',
    conflict: true,
  },
  'amend-instead': {
    title: 'Not Replaced',
    text: 'This request is still pending. Please amend it instead.',
  },
  'not-cancellable': {
    title: 'Cannot Be Cancelled',
    text: 'Only a pending or approved request can be cancelled here: this one is {status}. Please call the provider.',
    conflict: true,
  },
  'no-reason': { title: 'Reason Missing', text: 'Please say why the request is cancelled.' },
  'reason-too-long': { title: 'Reason Too Long', text: 'Please say it in at most 500 characters.' },
  'no-delivery-status': { title: 'Delivery Status Missing', text: 'Please write a delivery status.' },
  'not-amendable': {
    title: 'Cannot Be Amended',
    text: 'Only a pending request can be amended: this one is {status}. An approved one is cancelled and raised again.',
    conflict: true,
  },
  'nothing-amended': {
    title: 'Nothing Amended',
    text: 'Everything is as it was. Please change a field first.',
  },
  'changed-meanwhile': {
    title: 'Changed Meanwhile',
    text: 'Somebody changed this request since you saw it: it is {status} now. Please look at it again.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type RequestRefusal = Refusal<keyof typeof requestWords>
