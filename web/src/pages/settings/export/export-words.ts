import { defineWords } from '../../../words/words.ts';

export const exportWords = defineWords('export', {
  title: ['Export', 'Exporteren'],
  hint: [
    'Take your records along as a CSV file, which opens in Excel, Numbers and LibreOffice.',
    'Neem je gegevens mee als CSV-bestand; dat opent in Excel, Numbers en LibreOffice.',
  ],
  leads: ['Download leads', 'Aanvragen downloaden'],
  jobs: ['Download jobs', 'Klussen downloaden'],
  customers: ['Download customers', 'Klanten downloaden'],
  careful: [
    'The files hold personal data: keep them safe, and delete them when you no longer need them.',
    'In de bestanden staan persoonsgegevens: bewaar ze veilig, en gooi ze weg als je ze niet meer nodig hebt.',
  ],
});
