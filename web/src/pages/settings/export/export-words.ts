import { defineWords } from '../../../words/words.ts';

export const exportWords = defineWords('export', {
  title: ['Export', 'Exporteren'],
  hint: [
    'Download your data as CSV files, which open in Excel, Numbers and LibreOffice.',
    'Download je gegevens als CSV-bestand; dat opent in Excel, Numbers en LibreOffice.',
  ],
  leads: ['Download leads', 'Aanvragen downloaden'],
  jobs: ['Download jobs', 'Klussen downloaden'],
  customers: ['Download customers', 'Klanten downloaden'],
  careful: [
    'The files contain personal data: keep them safe, and delete them when you no longer need them.',
    'De bestanden bevatten persoonsgegevens: bewaar ze veilig, en verwijder ze als je ze niet meer nodig hebt.',
  ],
});
