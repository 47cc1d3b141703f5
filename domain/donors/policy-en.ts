import type { Policies } from './policy.ts'

export const policiesEn: Policies = {
  terms: {
    title: 'Terms',
    lead: 'What it means to send the blood donor form.',
    sections: [
      {
        title: 'What the form is',
        text: [
          'The form tells a blood bank that you would like to give blood. It is not yet a donation, and it is no promise that you can donate: a doctor or trained staff of the blood bank looks at your answers, examines you and decides.',
          'You may send it from the age of 18.',
        ],
      },
      {
        title: 'Free will, no payment',
        text: [
          'Giving blood is voluntary. Nobody may pay you for it, and nobody may force you to it.',
          'You may change your mind at any time before or during the donation, without giving a reason.',
        ],
      },
      {
        title: 'True answers',
        text: [
          'Please answer truthfully. Your blood is given to a patient; an answer that is left out can harm that patient or you.',
        ],
      },
      {
        title: 'Tests',
        text: [
          'Every donation is tested for HIV, hepatitis B, hepatitis C, syphilis and malaria. If a result needs attention, the blood bank tells you in confidence.',
        ],
      },
      {
        title: 'Advice',
        text: [
          'This page is no medical advice. Please ask the staff of the blood bank whatever you want to know.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'What is kept of you, why, for how long, and what you can ask for.',
    sections: [
      {
        title: 'What is kept',
        text: [
          'What you write into the form: your name, phone number, e-mail, addresses, date of birth, age, gender, blood group, weight, earlier donations and last meal; your answers to the health questions; your consent; the language and the time you sent it.',
          'Later the blood bank adds what it finds when it examines you, and your signature.',
        ],
      },
      {
        title: 'Why',
        text: [
          'So that the blood bank can decide whether you can give blood safely, can reach you about your donation and its test results, and can show later how each unit of blood was given, as the law asks of it. It is used for nothing else and is not sold.',
        ],
      },
      {
        title: 'Who can read it',
        text: [
          'Only the staff of the blood bank whose link you opened. No other blood bank, no hospital and no patient sees it, and neither does the operator of this service in its lists.',
        ],
      },
      {
        title: 'For how long',
        text: [
          'The blood bank keeps your form for at least five years, the time for which Indian law asks blood centres to keep the records of donors.',
          'Until you send it, the form is kept only in the browser of your own device, and is removed from there once it is sent, when you choose “Start again”, or a day after you last wrote in it. On a shared device of the blood bank nothing is kept.',
        ],
      },
      {
        title: 'What you can ask for',
        text: [
          'You can ask the blood bank to show you what it keeps of you, to correct it, and, where the law does not ask it to keep it, to delete it. You can withdraw your consent as easily as you gave it: tell the blood bank, quoting your donation ID.',
          'If you are not content with the answer, you can complain to the Data Protection Board of India.',
        ],
      },
    ],
  },
}
