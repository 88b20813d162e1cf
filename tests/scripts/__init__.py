"""Scripts run by hand: translations, frozen rulings, counts of small packs, pictures, fuzzing."""
