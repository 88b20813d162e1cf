"""Scripts that people run: translations, frozen rulings, counts of small packs, pictures, fuzzing."""
