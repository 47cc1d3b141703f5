import { createRoot } from 'react-dom/client'
import './ui/base.css'
import { Alerts } from './ui/Alert.tsx'
import { showAlert } from './ui/alert-store.ts'
import { Mark } from './ui/Mark.tsx'
import { PasswordField } from './ui/PasswordField.tsx'
import { PushButton } from './ui/PushButton.tsx'
import { TextField } from './ui/TextField.tsx'
import { Toasts } from './ui/Toasts.tsx'
import { showToast } from './ui/toast-store.ts'

createRoot(document.getElementById('root') as HTMLElement).render(
  <main style={{ maxWidth: 380, margin: '80px auto', display: 'grid', gap: 20, padding: 16 }}>
    <div style={{ display: 'flex', gap: 10, fontWeight: 640 }}><Mark /> Crossmatch</div>
    <h1>Sign in</h1>
    <TextField label="E-mail" type="email" autoComplete="username" defaultValue="firm@crossmatch.example" />
    <PasswordField label="Password" beside={<a href="/x">Forgot Password</a>} defaultValue="crossmatch" />
    <TextField label="Sample pickup time" help="At least 30 minutes from now" error="Already passed" defaultValue="9:30 am" />
    <TextField label="Units" right="units" defaultValue="5" note="5 units travel in 2 deliveries" />
    <PushButton kind="primary" wide onClick={() => showToast({ text: 'Request Approved', kind: 'success' })}>Login</PushButton>
    <PushButton kind="primary" wide loading loadingLabel="Saving">Login</PushButton>
    <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
      <PushButton kind="primary" size="sm" loading loadingLabel="Saving">SUBMIT DETAILS</PushButton>
      <PushButton size="sm">Load More +</PushButton>
      <PushButton kind="quiet" size="sm">Clear form</PushButton>
      <PushButton kind="ink" size="sm" onClick={() => {
        showToast({ text: 'Invoice Generation Failed', kind: 'error' })
        showToast({ text: 'hospital Invoice uploading in progress...', kind: 'info' })
        showToast({ text: 'Regenerating the invoice...', kind: 'loading' })
      }}>SAVE</PushButton>
      <PushButton size="sm" disabled>Approve Invoice</PushButton>
    </div>
    <PushButton id="alert" onClick={() => showAlert({ title: 'There are going to be 2 deliveries for this Request', text: 'A single delivery holds at most 3 units.', action: location.hash ? { label: 'Restore' } : undefined }).then((answer) => { document.title = answer })}>Alert</PushButton>
    <PushButton id="two" onClick={() => { void showAlert({ title: 'First', text: 'one' }).then(() => showAlert({ title: 'Third', text: 'three' })); void showAlert({ title: 'Second', text: 'two' }) }}>Two</PushButton>
    <Alerts /><Toasts />
  </main>,
)
