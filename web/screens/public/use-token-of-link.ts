import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Taken out of the address at once, so that it does not stay in the history of a shared PC. */
export function useTokenOfLink(path: string): string {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(hash)
  useEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: path, replace: true })
  }, [hash, navigate, path])
  return token
}
