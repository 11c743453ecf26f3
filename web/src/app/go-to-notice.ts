// Opens the page of a notification that was tapped, without loading the app again: drafts keep what is
// half typed.
import { navigate } from 'wouter/use-browser-location';
import { isInBrandOf, withoutBrand } from './brand-of-address.tsx';
import { closeDialogs } from './dialog-history.ts';

export function goToNotice(notice: string): void {
  const address = new URL(notice, location.origin);
  const isOtherBrand = !isInBrandOf(address);
  // The page is open already, perhaps with a form.
  if (!isOtherBrand && address.pathname === location.pathname && !address.searchParams.has('call'))
    return;
  closeDialogs();
  navigate(isOtherBrand ? notice : withoutBrand(address));
}
