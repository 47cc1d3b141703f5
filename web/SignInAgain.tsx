import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { beginSession, wasThrownOut } from './api/session.ts'
import { SignInScreen } from './screens/public/SignInScreen.tsx'

/** For those who come to it from inside: all that follows is loaded already. */
export function SignInAgain() {
  const navigate = useNavigate()
  const [isThrownOut] = useState(wasThrownOut)
  return (
    <SignInScreen
      isThrownOut={isThrownOut}
      onTyping={() => undefined}
      onEnter={(actor, path) => {
        beginSession(actor)
        return navigate({ to: path })
      }}
    />
  )
}
