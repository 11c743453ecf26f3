// A notification's address names its brand (`?brand=…`): the session enters it before the page is shown.
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { app } from '../api/client.ts';
import { readElsewhere, readSession, setSession } from '../api/session-store.ts';
import { showError } from '../parts/show-error.tsx';

const parameter = 'brand';

export function InBrandOfAddress({ children }: { children: ReactNode }): ReactNode {
  const brandId = new URLSearchParams(useSearch()).get(parameter);
  return brandId === null ? children : <EnterBrand brandId={brandId} />;
}

function EnterBrand({ brandId }: { brandId: string }): ReactNode {
  const [, go] = useLocation();
  useEffect(() => {
    const enter = async () => {
      if (!isIn(brandId)) setSession(await app.switchBrand(brandId));
      go(withoutBrand(new URL(location.href)), { replace: true });
    };
    enter().catch((error: unknown) => {
      // The sign-in page keeps the address.
      if (!readSession()) return;
      showError(error);
      go('/leads', { replace: true });
    });
  }, [brandId, go]);
  return null;
}

export function isInBrandOf(address: URL): boolean {
  const brandId = address.searchParams.get(parameter);
  return brandId !== null && isIn(brandId);
}

/** Another window may have switched the session. */
function isIn(brandId: string): boolean {
  return readSession()?.brand.id === brandId && readElsewhere() === null;
}

export function withoutBrand(address: URL): string {
  const { pathname, searchParams } = address;
  const rest = new URLSearchParams(searchParams);
  rest.delete(parameter);
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}
